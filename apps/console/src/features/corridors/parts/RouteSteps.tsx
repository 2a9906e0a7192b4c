import { isUnderWay, type RouteRun, type RouteStep, type RunPlace } from '@greenwave/contract/records/routes'
import { PHASES } from '@greenwave/controller/controllerLimits'
import { Link } from '@tanstack/react-router'
import { NamedPhases } from '../../../shared/NamedPhases.tsx'
import { timeText } from '../../../shared/dateText.ts'
import { usePhaseNames } from '../../../shared/phaseNames.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { StatusTag, type Tone } from '../../../ui/states/StatusTag.tsx'
import { type PlaceState, placeState, waitedMs } from '../model/runState.ts'
import styles from './Routes.module.css'

const TONES: Readonly<Record<PlaceState, Tone>> = {
  ...{ waits: 'mute', asked: 'info', taken: 'info', green: 'ok', notGreen: 'bad' },
  ...{ left: 'warn', passed: 'mute', letGo: 'mute', back: 'mute' },
}
const TIMES = ['asked', 'taken', 'seen', 'passed', 'letGo', 'back'] as const satisfies readonly (keyof RouteStep)[]

/** Each junction of a run with its state and its times. */
export function RouteSteps({ run, nowMs }: { readonly run: RouteRun; readonly nowMs: number }) {
  const t = useTexts('corridors', 'routes')
  return (
    <ol className={styles.list} aria-label={t('steps')}>
      {run.junctions.map((place, index) => {
        const { device, name, step } = place
        const state = placeState(place, run.drill)
        const inS = step.eta === undefined ? null : Math.round((step.eta - nowMs) / 1000)
        return (
          <li key={device} className={styles.junction}>
            <b className={styles.number}>{index + 1}</b>
            <div className={styles.facts}>
              <Link to="/devices/$deviceId" params={{ deviceId: device }}>
                {name || device}
              </Link>
              <p>
                {[
                  ...(isUnderWay(run) && step.passed === undefined && inS !== null && inS > 0
                    ? [t('comesIn', { seconds: inS })]
                    : []),
                  ...TIMES.flatMap((key) => {
                    const ms = step[key]
                    return ms === undefined ? [] : [t(`times.${key}`, { time: timeText(ms) })]
                  }),
                ].join(' · ')}
              </p>
              {!isUnderWay(run) && !run.drill && step.asked !== undefined && (
                <NamedPhases deviceId={device}>
                  <Waited place={place} />
                </NamedPhases>
              )}
            </div>
            <StatusTag tone={TONES[state]}>
              {state === 'left' && step.left
                ? t(`left.${step.left}`)
                : t(`placeStates.${state === 'left' ? 'waits' : state}`)}
            </StatusTag>
          </li>
        )
      })}
    </ol>
  )
}

/** How long the other phases of a junction waited for the vehicle. */
function Waited({ place: { phase, step } }: { readonly place: RunPlace }) {
  const t = useTexts('corridors', 'routes')
  const { inText } = usePhaseNames()
  const waiting = PHASES.filter((other) => other !== phase).map((other) => inText(other))
  return <p>{t('waited', { phases: waiting.join(', '), seconds: Math.round(waitedMs(step) / 1000) })}</p>
}
