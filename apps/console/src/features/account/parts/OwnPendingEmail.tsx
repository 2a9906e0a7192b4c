import { type PendingEmail, pendingEmailOf, type User } from '@greenwave/contract/wire/users'
import { useMutation } from '@tanstack/react-query'
import { cancelEmailChangeMutation, confirmUserEmailMutation } from '../../../data/queries/users.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { PendingEmailNote } from '../../../ui/forms/PendingEmailNote.tsx'

/** Shows the new e-mail address that the signed-in user requested, while it has no effect. */
export function OwnPendingEmail({ user }: { readonly user: User }) {
  const pending = pendingEmailOf(user)
  return pending ? <Note user={user} pending={pending} /> : null
}

function Note({ user, pending: { email, isMailed } }: { readonly user: User; readonly pending: PendingEmail }) {
  const t = useTexts('admin', 'account')
  const cancel = useMutation(cancelEmailChangeMutation)
  const confirm = useMutation(confirmUserEmailMutation)
  const isAdministrator = user.authority === 'TENANT_ADMIN'
  const key = isMailed ? 'newEmailMailed' : isAdministrator ? 'newEmailOwn' : 'newEmailWaits'
  return (
    <PendingEmailNote
      text={t(key, { email })}
      actions={[
        ...(isAdministrator && !isMailed
          ? [
              {
                label: t('newEmailConfirm'),
                failed: t('newEmailConfirmFailed'),
                act: () => confirm.mutateAsync(user.id.id),
              },
            ]
          : []),
        { label: t('newEmailCancel'), failed: t('newEmailCancelFailed'), act: () => cancel.mutateAsync() },
      ]}
    />
  )
}
