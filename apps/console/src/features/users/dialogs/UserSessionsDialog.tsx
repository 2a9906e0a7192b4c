import type { User } from '@greenwave/contract/wire/users'
import { Button, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { errorText } from '../../../data/errorText.ts'
import { endUserSessionsMutation, userSessionsQuery } from '../../../data/queries/sessions.ts'
import { useTexts } from '../../../texts/useTexts.ts'

import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { SessionList } from '../../../shared/SessionList.tsx'
import { DialogFooter } from '../../../ui/dialogs/DialogFooter.tsx'

import { notifySuccess } from '../../../ui/notices/notify.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import { SkeletonRows } from '../../../ui/states/Skeletons.tsx'

/** Properties of `UserSessionsDialog`. */
export interface UserSessionsDialogProps {
  user: User
  opened: boolean
  onClose: () => void
}

/** Lists the sessions of a user, so that an administrator can end them. */
export function UserSessionsDialog({ user, opened, onClose }: UserSessionsDialogProps) {
  const t = useTexts('admin', 'sessions')
  const common = useTexts('common')
  const sessions = useQuery(userSessionsQuery(user.id.id))
  const end = useMutation(endUserSessionsMutation)
  const endThem = (sessionId?: string) =>
    end.mutate(
      { userId: user.id.id, ...(sessionId !== undefined && { sessionId }) },
      { onSuccess: () => notifySuccess(t(sessionId === undefined ? 'signedOutEverywhere' : 'signedOut')) },
    )
  return (
    <Dialog opened={opened} title={t('titleOf', { email: user.email })} size="lg" onDismiss={onClose}>
      <Stack gap="md">
        {sessions.isPending ? (
          <SkeletonRows rows={3} height={40} />
        ) : sessions.data === undefined ? (
          <ErrorState
            compact
            error={sessions.error}
            fallback={t('loadFailed')}
            onRetry={() => void sessions.refetch()}
            retrying={sessions.isFetching}
          />
        ) : sessions.data.length === 0 ? (
          <Text c="dimmed">{t('nowhere')}</Text>
        ) : (
          <SessionList
            label={t('titleOf', { email: user.email })}
            sessions={sessions.data}
            endingId={end.isPending ? end.variables.sessionId : undefined}
            onEnd={({ id }) => endThem(id)}
          />
        )}
        {end.error && <ErrorText>{errorText(end.error, t('endFailed'))}</ErrorText>}
        <DialogFooter
          beside={
            (sessions.data?.length ?? 0) > 0 && (
              <Button variant="default" mr="auto" disabled={end.isPending} onClick={() => endThem()}>
                {t('signOutEverywhere')}
              </Button>
            )
          }
        >
          <Button variant="default" data-autofocus onClick={onClose}>
            {common('close')}
          </Button>
        </DialogFooter>
      </Stack>
    </Dialog>
  )
}
