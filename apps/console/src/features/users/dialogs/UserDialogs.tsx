import { deleteUserMutation } from '../../../data/queries/users.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import type { PageDialogProps } from '../../../ui/dialogs/PageDialogs.tsx'
import { DeleteDialog } from '../../../ui/dialogs/QuestionDialog.tsx'
import type { UserDialog } from '../model/userDialog.ts'
import { fullName } from '../parts/useUserColumns.tsx'
import { AddUserDialog } from './AddUserDialog.tsx'
import { EditUserDialog } from './EditUserDialog.tsx'
import { SetPasswordDialog } from './SetPasswordDialog.tsx'
import { UserSessionsDialog } from './UserSessionsDialog.tsx'

/** Opens the requested dialog of the user list. */
export function UserDialogs({ dialog, ...rest }: PageDialogProps<UserDialog>) {
  const t = useTexts('admin', 'users')
  switch (dialog.kind) {
    case 'add':
      return <AddUserDialog customerId={dialog.customerId} {...rest} />
    case 'edit':
      return <EditUserDialog user={dialog.user} {...rest} />
    case 'delete':
      return (
        <DeleteDialog
          {...rest}
          texts={t}
          mutation={deleteUserMutation}
          id={dialog.user.id.id}
          name={dialog.user.email}
          detail={fullName(dialog.user)}
        />
      )
    case 'sessions':
      return <UserSessionsDialog user={dialog.user} {...rest} />
    case 'setPassword':
      return <SetPasswordDialog user={dialog.user} token={dialog.token} {...rest} />
  }
}
