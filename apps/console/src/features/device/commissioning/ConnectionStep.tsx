import type { Attempt, ControllerAttempts } from '@greenwave/contract/wire/attempts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useDevice } from '../../../data/device/useDevice.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useNow } from '../../../data/useNow.ts'
import { timeText } from '../../../shared/dateText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { Card } from '../../../ui/page/Card.tsx'
import { StatusTag, type Tone } from '../../../ui/states/StatusTag.tsx'
import { SkeletonRows } from '../../../ui/states/Skeletons.tsx'
import { useAgeText } from '../../../ui/states/useAgeText.ts'
import { type ConnectionReason, type ConnectionStep as Step, connectionSteps } from '../model/connectionSteps.ts'
import type { OpenDialog } from '../model/deviceDialog.ts'
import { useDriftText } from '../parts/ClockFacts.tsx'
import { DeliveryNote } from '../parts/DeliveryNote.tsx'
import styles from './Commissioning.module.css'
import { seenConnection } from './facts.ts'

interface ConnectionStepProps {
  readonly deviceId: string
  /** Undefined until they are known. */
  readonly attempts: ControllerAttempts | null | undefined
  readonly onOpen: OpenDialog | undefined
}

const TONES: Readonly<Record<'done' | 'wrong' | 'waiting' | 'unknown', Tone>> = {
  ...{ done: 'ok', wrong: 'bad', waiting: 'info', unknown: 'mute' },
}

/** The controller on its way to the console, live: each step, and what is likely wrong while it is missing. */
export function ConnectionStep({ deviceId, attempts, onOpen }: ConnectionStepProps) {
  const t = useTexts('admin', 'commissioning')
  const seen = useDevice(deviceId, seenConnection)
  const drift = useDriftText()
  if (attempts === undefined) {
    return (
      <Card title={t('connection.title')}>
        <SkeletonRows rows={7} />
      </Card>
    )
  }
  const steps = connectionSteps({ ...seen, attempts })
  const taken = seen.deliveries.filter(({ state }) => state === 'taken').length
  const nameOf = (step: Step, isDone: boolean) => {
    if (step === 'taken' && seen.deliveries.length > 0) {
      return t('connection.takenOf', { taken, wanted: seen.deliveries.length })
    }
    if (step === 'clock' && isDone && seen.clock?.driftSeconds) {
      return t('connection.clockOf', { drift: drift(seen.clock.driftSeconds) })
    }
    return t(`connection.steps.${step}`)
  }
  return (
    <Card title={t('connection.title')} tags={<Sum steps={steps} />}>
      {attempts === null && <p className={styles.hint}>{t('connection.elsewhere')}</p>}
      <ol className={styles.steps} aria-label={t('connection.list')} aria-live="polite">
        {steps.map(({ step, state, reason }) => (
          <li key={step} data-step={step} data-state={state}>
            <StatusTag tone={TONES[state]} withShape>
              {t(`connection.states.${state}`)}
            </StatusTag>
            <div>
              <strong>{nameOf(step, state === 'done')}</strong>
              {reason && (
                <Reason reason={reason}>
                  <Fix reason={reason} deviceId={deviceId} onOpen={onOpen} />
                </Reason>
              )}
            </div>
          </li>
        ))}
      </ol>
      {attempts && attempts.attempts.length > 0 && <Log attempts={attempts} />}
    </Card>
  )
}

function Sum({ steps }: { readonly steps: ReturnType<typeof connectionSteps> }) {
  const t = useTexts('admin', 'commissioning')
  const done = steps.filter(({ state }) => state === 'done').length
  const known = steps.filter(({ state }) => state !== 'unknown').length
  return <StatusTag tone={done === known ? 'ok' : 'mute'}>{t('connection.sum', { done, known })}</StatusTag>
}

function Reason({ reason, children }: { readonly reason: ConnectionReason; readonly children: React.ReactNode }) {
  const t = useTexts('admin', 'commissioning')
  const age = useAgeText()
  const drift = useDriftText()
  const nowMs = useNow(1000, serverNowMs)
  const facts = {
    age: 'atMs' in reason ? age(nowMs - reason.atMs) : '',
    address: 'address' in reason ? reason.address : '',
    times: 'count' in reason ? reason.count : 0,
    client: 'clientId' in reason && reason.clientId !== '' ? reason.clientId : t('connection.noName'),
    detail: 'detail' in reason ? reason.detail : '',
    drift: 'driftSeconds' in reason ? drift(reason.driftSeconds) : '',
  }
  return (
    <>
      <p className={styles.reason}>{t(`connection.reasons.${reason.kind}`, facts)}</p>
      <p className={styles.fix}>{t(`connection.fixes.${reason.kind}`, facts)}</p>
      {children}
    </>
  )
}

interface FixProps {
  readonly reason: ConnectionReason
  readonly deviceId: string
  readonly onOpen: OpenDialog | undefined
}

/** The way to what corrects a step, where the console can. */
function Fix({ reason: { kind }, deviceId, onOpen }: FixProps) {
  const t = useTexts('admin', 'commissioning')
  if (kind === 'notTaken' || kind === 'noReport') {
    return <DeliveryNote deviceId={deviceId} onOpen={onOpen} isNamed />
  }
  if (kind === 'clockOff' && onOpen) {
    return (
      <Button variant="default" size="compact-sm" onClick={() => onOpen({ kind: 'time' })}>
        {t('connection.setClock')}
      </Button>
    )
  }
  if (kind !== 'nothingSet') return null
  return (
    <Link to="/devices/$deviceId" params={{ deviceId }}>
      {t('connection.toSettings')}
    </Link>
  )
}

/** Log of the platform about the controller, the last entry first. */
function Log({ attempts: { attempts, sinceMs } }: { readonly attempts: ControllerAttempts }) {
  const t = useTexts('admin', 'commissioning')
  const detailOf = ({ detail }: Attempt) => (detail === undefined ? '' : `: ${detail}`)
  return (
    <details className={styles.log}>
      <summary>{t('connection.log', { time: timeText(sinceMs) })}</summary>
      <ul>
        {attempts.toReversed().map((attempt) => (
          <li key={`${attempt.kind} ${attempt.address}`}>
            <time>{timeText(attempt.atMs)}</time> {t(`connection.attempts.${attempt.kind}`)}
            {detailOf(attempt)} · {attempt.address}
            {attempt.count > 1 && ` · ${attempt.count}×`}
          </li>
        ))}
      </ul>
    </details>
  )
}
