import { isUnderWay, type RouteRun, type RouteStep } from '@greenwave/contract/records/routes'
import { Link } from '@tanstack/react-router'
import { timeText } from '../../../shared/dateText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { StatusTag, type Tone } from '../../../ui/states/StatusTag.tsx'
import { type PlaceState, placeState } from '../model/runState.ts'
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
