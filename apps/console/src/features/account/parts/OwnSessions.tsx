import { Button, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { errorText } from '../../../data/errorText.ts'
import { endOtherSessionsMutation, endOwnSessionMutation, ownSessionsQuery } from '../../../data/queries/sessions.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx'
import { DialogSlot } from '../../../ui/dialogs/DialogSlot.tsx'
import { SessionList } from '../../../shared/SessionList.tsx'
import { notifySuccess } from '../../../ui/notices/notify.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import styles from './AccountSection.module.css'

/** The subject of the confirmation dialog. */
const ALL_OTHERS = { what: 'all others' } as const

/**
 * Lists the sessions of this account, which can be ended one by one, or all except the current one. Shows nothing on a
 * platform without lists of sessions.
 */
export function OwnSessions() {
  const t = useTexts('admin', 'sessions')
  const sessions = useQuery(ownSessionsQuery())
  const end = useMutation(endOwnSessionMutation)
  const endOthers = useMutation(endOtherSessionsMutation)
  const [asked, setAsked] = useState<typeof ALL_OTHERS | null>(null)
  const heading = useId()
  if (sessions.isPending || sessions.data === null) return null

  const others = sessions.data?.filter(({ current }) => !current).length ?? 0
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h2 id={heading}>{t('title')}</h2>
      {sessions.data === undefined ? (
        <ErrorState
          compact
          error={sessions.error}
          fallback={t('loadFailed')}
          onRetry={() => void sessions.refetch()}
          retrying={sessions.isFetching}
        />
      ) : (
        <>
          <SessionList
            label={t('title')}
            sessions={sessions.data}
            endingId={end.isPending ? end.variables : undefined}
            onEnd={({ id }) => end.mutate(id, { onSuccess: () => notifySuccess(t('signedOut')) })}
          />
          {end.error && <ErrorText>{errorText(end.error, t('endFailed'))}</ErrorText>}
          <div className={styles.foot}>
            <Text c="dimmed" mr="auto">
              {others === 0 ? t('nowhereElse') : t('unknownHint')}
            </Text>
            {others > 0 && (
              <Button variant="default" onClick={() => setAsked(ALL_OTHERS)}>
                {t('signOutElsewhere')}
              </Button>
            )}
          </div>
        </>
      )}
      <DialogSlot
        subject={asked}
        render={(_, opened) => (
          <ConfirmDialog
            opened={opened}
            title={t('signOutElsewhere')}
            submitting={endOthers.isPending}
            error={endOthers.error ? errorText(endOthers.error, t('endFailed')) : undefined}
            onConfirm={() =>
              endOthers.mutateAsync().then(() => {
                notifySuccess(t('signedOutElsewhere'))
                setAsked(null)
              })
            }
            onClose={() => setAsked(null)}
          >
            <Text>{t('elsewhereQuestion')}</Text>
          </ConfirmDialog>
        )}
      />
    </section>
  )
}
