import type { UserDialog } from '../model/userDialog.ts'
import { AddUserDialog } from './AddUserDialog.tsx'
import { DeleteUserDialog } from './DeleteUserDialog.tsx'
import { EditUserDialog } from './EditUserDialog.tsx'
import { SetPasswordDialog } from './SetPasswordDialog.tsx'
import { UserSessionsDialog } from './UserSessionsDialog.tsx'

export function UserDialogs({ dialog, ...rest }: { dialog: UserDialog; opened: boolean; onClose: () => void }) {
  switch (dialog.kind) {
    case 'add':
      return <AddUserDialog customerId={dialog.customerId} {...rest} />
    case 'edit':
      return <EditUserDialog user={dialog.user} {...rest} />
    case 'delete':
      return <DeleteUserDialog user={dialog.user} {...rest} />
    case 'sessions':
      return <UserSessionsDialog user={dialog.user} {...rest} />
    case 'setPassword':
      return <SetPasswordDialog user={dialog.user} token={dialog.token} {...rest} />
  }
}
