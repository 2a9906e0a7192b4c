import { pendingEmailOf, type User } from '@greenwave/contract/wire/users'
import { useMutation } from '@tanstack/react-query'
import { confirmUserEmailMutation, rejectUserEmailMutation } from '../../../data/queries/users.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { PendingEmailNote } from '../../../ui/forms/PendingEmailNote.tsx'
import { notifySuccess } from '../../../ui/notices/notify.tsx'

/** Properties of `UserPendingEmail`. */
interface UserPendingEmailProps {
  readonly user: User
  /** Called when the address was confirmed or rejected. */
  readonly onDone: () => void
}

/** Lets an administrator confirm or reject the new e-mail address that a user requested. */
export function UserPendingEmail({ user, onDone }: UserPendingEmailProps) {
  const t = useTexts('admin', 'users')
  const confirm = useMutation(confirmUserEmailMutation)
  const reject = useMutation(rejectUserEmailMutation)
  const pending = pendingEmailOf(user)
  if (!pending) return null
  const done = (text: string): void => {
    notifySuccess(text)
    onDone()
  }
  const { email } = pending
  return (
    <PendingEmailNote
      text={t(pending.isMailed ? 'newEmailMailed' : 'newEmailWaits', { email })}
      actions={[
        {
          label: t('newEmailConfirm'),
          failed: t('newEmailConfirmFailed'),
          act: () => confirm.mutateAsync(user.id.id).then(() => done(t('newEmailConfirmed', { email }))),
        },
        {
          label: t('newEmailReject'),
          failed: t('newEmailRejectFailed'),
          act: () => reject.mutateAsync(user.id.id).then(() => done(t('newEmailRejected'))),
        },
      ]}
    />
  )
}
