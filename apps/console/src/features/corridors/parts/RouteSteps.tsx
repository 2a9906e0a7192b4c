import { isUnderWay, type RouteRun, type RouteStep, type RunPlace } from '@greenwave/contract/records/routes'
import { PHASES } from '@greenwave/controller/controllerLimits'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lampsAroundQuery } from '../../../data/queries/routeLamps.ts'
import { NamedPhases } from '../../../shared/NamedPhases.tsx'
import { timeText } from '../../../shared/dateText.ts'
import { usePhaseNames } from '../../../shared/phaseNames.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { StatusTag, type Tone } from '../../../ui/states/StatusTag.tsx'
import { type PlaceState, placeState, waitedMs, withoutGreenMs } from '../model/runState.ts'
import styles from './Routes.module.css'

const TONES: Readonly<Record<PlaceState, Tone>> = {
  ...{ waits: 'mute', asked: 'info', taken: 'info', green: 'ok', notGreen: 'bad' },
  ...{ left: 'warn', passed: 'mute', letGo: 'mute', back: 'mute' },
}
const TIMES = ['asked', 'taken', 'seen', 'passed', 'letGo', 'back'] as const satisfies readonly (keyof RouteStep)[]

interface RouteStepsProps {
  readonly run: RouteRun
  readonly nowMs: number
  /** Whether it is on the screen: only then are the lamps of the junctions read. */
  readonly isShown?: boolean
}

/** Each junction of a run with its state and its times. */
export function RouteSteps({ run, nowMs, isShown = true }: RouteStepsProps) {
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
                  <Waited {...{ place, isShown }} />
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

/** How long the other phases of a junction waited for the vehicle: each as its lamps showed it, else all by the hold. */
function Waited({ place: { device, phase, step }, isShown }: { readonly place: RunPlace; readonly isShown: boolean }) {
  const t = useTexts('corridors', 'routes')
  const { inText } = usePhaseNames()
  const { asked = 0, letGo = asked, back = letGo } = step
  const lamps = useQuery({ ...lampsAroundQuery(device, asked, back), enabled: isShown }).data
  const waits = PHASES.filter((other) => other !== phase).map(
    (other) => [inText(other), withoutGreenMs(lamps?.get(other) ?? [], step)] as const,
  )
  const others = waits.flatMap(([name, ms]) => (ms === null ? [name] : []))
  const seconds = (ms: number) => Math.round(ms / 1000)
  return (
    <p>
      {[
        ...waits.flatMap(([name, ms]) => (ms === null ? [] : t('withoutGreen', { phase: name, seconds: seconds(ms) }))),
        ...(others.length > 0
          ? [t('waited', { count: others.length, phases: others.join(', '), seconds: seconds(waitedMs(step)) })]
          : []),
      ].join(' ')}
    </p>
  )
}
