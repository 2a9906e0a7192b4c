import type { RouteRun } from '@greenwave/contract/records/routes'
import { dateText, timeText } from '../../../shared/dateText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { Card } from '../../../ui/page/Card.tsx'
import { waitedMs } from '../model/runState.ts'
import { RouteSteps } from './RouteSteps.tsx'
import styles from './Routes.module.css'

interface RouteRecordProps {
  readonly run: RouteRun
  /** Whether it is that of the last run, with a heading of its own. */
  readonly isOpen?: boolean
  readonly isShown?: boolean
}

/** Record of a run that is over: who, why, the times of each junction, the stops, and the waiting of the other phases. */
export function RouteRecord({ run, isOpen = false, isShown = isOpen }: RouteRecordProps) {
  const t = useTexts('corridors', 'routes')
  const held = run.junctions.filter(({ step }) => step.asked !== undefined)
  const seen = held.filter(({ step }) => step.seen !== undefined)
  const notBack = held.filter(({ step }) => step.back === undefined)
  const content = (
    <div className={styles.facts}>
      <p>{t('startedBy', { by: run.by, time: dateText(run.at), why: run.why })}</p>
      {run.state === 'refused' && <p>{t('refusedRun')}</p>}
      {run.cancelled !== undefined && (
        <p>{t('cancelledBy', { by: run.cancelledBy || '–', time: timeText(run.cancelled) })}</p>
      )}
      {!run.drill && held.length > 0 && (
        <>
          <p>{t('seenOf', { seen: seen.length, held: held.length, total: run.junctions.length })}</p>
          <p>
            {t('cost', {
              seconds: Math.round(held.reduce((sum, place) => sum + waitedMs(place.step), 0) / 1000),
              longest: Math.round(Math.max(...held.map(({ step }) => waitedMs(step))) / 1000),
            })}
          </p>
          <p>
            {notBack.length === 0
              ? t('allBack')
              : t('notBack', { names: notBack.map(({ name, device }) => name || device).join(', ') })}
          </p>
        </>
      )}
      {run.fix.by === 'position' && (
        <p>{t('stops', { count: run.stops.count, seconds: Math.round(run.stops.seconds) })}</p>
      )}
      <RouteSteps run={run} nowMs={run.ended ?? run.at} isShown={isShown} />
    </div>
  )
  return isOpen ? <Card title={t('lastRun', { state: t(`states.${run.state}`) })}>{content}</Card> : content
}
