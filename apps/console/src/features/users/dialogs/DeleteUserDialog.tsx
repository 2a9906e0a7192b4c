import type { User } from '@greenwave/contract/users'
import { useMutation } from '@tanstack/react-query'
import { errorText } from '../../../data/errorText.ts'
import { deleteUserMutation } from '../../../data/queries/users.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx'
import { Question } from '../../../ui/dialogs/Question.tsx'
import { notifySuccess } from '../../../ui/notices/notify.tsx'
import { fullName } from '../model/fullName.ts'

export interface DeleteUserDialogProps {
  user: User
  opened: boolean
  onClose: () => void
}

export function DeleteUserDialog({ user, opened, onClose }: DeleteUserDialogProps) {
  const t = useTexts('users')
  const remove = useMutation(deleteUserMutation)
  return (
    <ConfirmDialog
      opened={opened}
      title={t('deleteTitle')}
      danger
      submitting={remove.isPending}
      error={remove.error ? errorText(remove.error, t('deleteFailed')) : undefined}
      onConfirm={() =>
        remove.mutateAsync(user.id.id).then(() => {
          notifySuccess(t('deleted'))
          onClose()
        })
      }
      onClose={onClose}
    >
      <Question question={t('deleteQuestion')} name={user.email} detail={fullName(user)} />
    </ConfirmDialog>
  )
}
