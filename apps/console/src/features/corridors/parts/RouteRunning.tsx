import type { RouteOrder, RouteRun, RunPlace } from '@greenwave/contract/records/routes'
import { expectedM } from '@greenwave/coordination/routes/way'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { errorText } from '../../../data/errorText.ts'
import { orderMutation } from '../../../data/queries/routes.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useSession } from '../../../data/session.ts'
import { useNow } from '../../../data/useNow.ts'
import { timeText } from '../../../shared/dateText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { Card } from '../../../ui/page/Card.tsx'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import { StatusTag } from '../../../ui/states/StatusTag.tsx'
import { isUnattended, nextPassed, notGreenOf, oldFixSeconds } from '../model/runState.ts'
import { useMetresText } from '../words/useCorridorWords.ts'
import { RouteDiagram } from './RouteDiagram.tsx'
import { RouteSteps } from './RouteSteps.tsx'
import styles from './Routes.module.css'

type Order =
  | { readonly kind: 'passed'; readonly junction: number }
  | { readonly kind: 'shift'; readonly seconds: number }
  | { readonly kind: 'cancel' }

/** Seconds by which a vehicle is said to be earlier or later. */
const SHIFTS_S = [-10, 10, 30] as const

/** A run that goes on: where the vehicle is, each junction with its times, and what administrators tell it. */
export function RouteRunning({ routeId, run }: { readonly routeId: string; readonly run: RouteRun }) {
  const t = useTexts('corridors', 'routes')
  const metresText = useMetresText()
  const session = useSession()
  const nowMs = useNow(1_000, serverNowMs)
  const ordering = useMutation(orderMutation)
  const mayOrder = session.state === 'signedIn' && session.isTenantAdmin
  const tell = (order: Order) => {
    if (session.state !== 'signedIn') return
    const ofRun: RouteOrder = { ...order, run: run.id, by: session.user.email }
    ordering.mutate({ routeId, order: ofRun })
  }
  const nextIndex = nextPassed(run, nowMs)
  const next = run.junctions[nextIndex]
  const late = notGreenOf(run, nowMs)
  const oldS = oldFixSeconds(run, nowMs)
  return (
    <>
      <Card
        title={t('runTitle')}
        tags={
          <StatusTag tone={run.drill ? 'mute' : 'info'}>{t(run.drill ? 'drill' : `states.${run.state}`)}</StatusTag>
        }
        actions={
          mayOrder && (
            <Button
              color="bad"
              loading={ordering.isPending && ordering.variables.order.kind === 'cancel'}
              disabled={run.cancelled !== undefined}
              onClick={() => tell({ kind: 'cancel' })}
            >
              {t('cancel')}
            </Button>
          )
        }
      >
        <p className={styles.facts}>{t('startedBy', { by: run.by, time: timeText(run.at), why: run.why })}</p>
        {run.cancelled !== undefined && <p className={styles.facts}>{t('cancelling')}</p>}
        <div role="alert">
          {isUnattended(run, nowMs) && (
            <p className={styles.alarm}>{t('unattended', { time: timeText(Math.max(run.looked, run.at)) })}</p>
          )}
          {late.map(({ device, name }) => (
            <p key={device} className={styles.alarm}>
              {t('notGreenSoon', { name })}
            </p>
          ))}
        </div>
        <p className={styles.vehicle}>
          {nowMs < run.fix.at + run.fix.late
            ? t('leavesAt', { time: timeText(run.fix.at + run.fix.late) })
            : t(`fixBy.${run.fix.by}`, { metres: metresText(Math.round(expectedM(run, nowMs))) })}
          {oldS !== null && ` ${t('oldFix', { seconds: oldS })}`}
        </p>
        {mayOrder && next && run.cancelled === undefined && (
          <div className={styles.orders}>
            <Button onClick={() => tell({ kind: 'passed', junction: nextIndex })}>
              {t('passedAt', { name: nameOf(next) })}
            </Button>
            {SHIFTS_S.map((seconds) => (
              <Button key={seconds} variant="default" onClick={() => tell({ kind: 'shift', seconds })}>
                {t(seconds < 0 ? 'ahead' : 'late', { seconds: Math.abs(seconds) })}
              </Button>
            ))}
          </div>
        )}
        {ordering.error && <ErrorText>{errorText(ordering.error, t('orderFailed'))}</ErrorText>}
      </Card>
      <Card title={t('steps')} padded={false}>
        <RouteDiagram
          label={t('diagram')}
          rows={run.junctions.map((place) => diagramRow(place, nowMs))}
          nowMs={nowMs}
        />
        <RouteSteps run={run} nowMs={nowMs} />
      </Card>
    </>
  )
}

function nameOf({ name, device }: RunPlace): string {
  return name || device
}

function diagramRow(place: RunPlace, nowMs: number) {
  const { device, position, phase, step } = place
  const { asked, letGo, until = nowMs } = step
  const holds =
    asked === undefined
      ? []
      : letGo === undefined
        ? [
            { from: asked, until: Math.min(nowMs, until), isDone: true },
            ...(until > nowMs ? [{ from: nowMs, until, isDone: false }] : []),
          ]
        : [{ from: asked, until: letGo, isDone: true }]
  return { device, name: nameOf(place), position, phase, eta: step.passed ?? step.eta ?? nowMs, holds }
}
