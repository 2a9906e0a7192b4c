import type { Rollout } from '@greenwave/contract/records/rollouts'
import { GRACE_MS, isLeased } from '@greenwave/rollout/lease'
import { countStates, isEarly, waitsForReturn } from '@greenwave/rollout/nextStep'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { errorText } from '../../../data/errorText.ts'
import { beginRolloutMutation, stopRolloutMutation } from '../../../data/queries/rollouts.ts'
import type { OwnRollout } from '../../../data/rollouts/OwnRollouts.ts'
import { ownRollouts } from '../../../data/rollouts/useOwnRollout.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useNow } from '../../../data/useNow.ts'
import { dateText } from '../../../shared/dateText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { Card } from '../../../ui/page/Card.tsx'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import { StatusTag } from '../../../ui/states/StatusTag.tsx'
import styles from './Rollouts.module.css'

/** The junctions that are not done, by the name of their text; parts without any are left out. */
const PROGRESS_PARTS = ['failed', 'offline', 'underWay', 'todo'] as const

interface RunCardProps {
  readonly id: string
  readonly rollout: Rollout
  readonly own: OwnRollout | undefined
}

/** Whether it is being sent, by whom and how far; and the buttons that stop it and go on with it. */
export function RunCard({ id, rollout, own }: RunCardProps) {
  const t = useTexts('settings', 'rollouts')
  const nowMs = useNow(1000, serverNowMs)
  const stopping = useMutation(stopRolloutMutation)
  const beginning = useMutation(beginRolloutMutation)
  const waits = isEarly(rollout, nowMs)
  const isOwn = own !== undefined && own.end === null
  const { sender, run, asked, targets } = rollout
  const isElsewhere = !isOwn && isLeased(rollout, nowMs)
  const freeMs = (sender?.until ?? 0) + GRACE_MS
  const isSent = isOwn || isElsewhere
  const isReturning = isSent && waitsForReturn(rollout, nowMs)
  const { todo = 0, failed = 0, sending = 0, sent = 0, reported = 0, waiting: offline = 0 } = countStates(rollout)
  const underWay = sending + sent + reported
  const done = targets.length - todo - failed - underWay - offline
  const others = { failed, offline, underWay, todo }
  const progress = [
    t('progress.done', { count: done, total: targets.length }),
    ...PROGRESS_PARTS.flatMap((part) => (others[part] > 0 ? t(`progress.${part}`, { count: others[part] }) : [])),
  ].join(', ')
  return (
    <Card>
      <div className={styles.fields}>
        <div className={styles.standing}>
          <p className={styles.facts} role="status">
            <Standing {...{ rollout, isOwn, isElsewhere, waits }} />
          </p>
          <div className={styles.actions}>
            {waits && (
              <Button
                loading={beginning.isPending}
                onClick={() => beginning.mutate(id, { onSuccess: () => ownRollouts.send(id) })}
              >
                {t('sendNow')}
              </Button>
            )}
            {(isSent || waits) && (
              <Button
                variant="default"
                disabled={asked === 'stop'}
                loading={stopping.isPending}
                onClick={() => stopping.mutate(id)}
              >
                {t('stop')}
              </Button>
            )}
            {!isSent && !waits && run !== 'over' && <Button onClick={() => ownRollouts.send(id)}>{t('goOn')}</Button>}
          </div>
        </div>
        <progress
          className={styles.progress}
          max={targets.length}
          value={targets.length - todo - underWay - (isReturning ? offline : 0)}
          aria-label={progress}
        />
        <p className={styles.facts}>
          {progress}
          {waits ? ` · ${t('earlyHint')}` : isOwn && ` · ${t('sendingHint')}`}
          {isElsewhere && ` · ${t('elsewhereHint', { time: dateText(freeMs) })}`}
        </p>
        {isReturning && <p className={styles.facts}>{t('returnHint')}</p>}
        {own?.end === 'failed' && <ErrorText>{errorText(own.error, t('sendFailed'))}</ErrorText>}
        {stopping.isError && <ErrorText>{errorText(stopping.error, t('sendFailed'))}</ErrorText>}
        {beginning.isError && <ErrorText>{errorText(beginning.error, t('sendFailed'))}</ErrorText>}
      </div>
    </Card>
  )
}

interface StandingProps {
  readonly rollout: Rollout
  readonly isOwn: boolean
  readonly isElsewhere: boolean
  readonly waits: boolean
}

function Standing({ rollout, isOwn, isElsewhere, waits }: StandingProps) {
  const t = useTexts('settings', 'rollouts')
  const { run, asked, sender, notBefore } = rollout
  const { failed = 0 } = countStates(rollout)
  if (waits) return <StatusTag tone="info">{t('run.early', { time: dateText(notBefore) })}</StatusTag>
  if (run === 'over' && failed > 0) return <StatusTag tone="bad">{t('run.overFailed', { failed })}</StatusTag>
  if (run === 'over') return <StatusTag tone="ok">{t('run.over')}</StatusTag>
  if (asked === 'stop' && (isOwn || isElsewhere)) return <StatusTag tone="warn">{t('run.stopping')}</StatusTag>
  if (isOwn) return <StatusTag tone="info">{t('run.sending')}</StatusTag>
  if (isElsewhere) return <StatusTag tone="info">{t('run.elsewhere', { who: sender?.name ?? '' })}</StatusTag>
  return <StatusTag tone="warn">{t(run === 'stopped' ? 'run.stopped' : 'run.unsent')}</StatusTag>
}
