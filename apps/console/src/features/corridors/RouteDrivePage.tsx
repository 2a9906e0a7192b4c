import { isUnderWay, parseRun, type RouteRun, RUN_KEY } from '@greenwave/contract/records/routes'
import { expectedM } from '@greenwave/coordination/routes/way'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { routeQuery, sendPosition } from '../../data/queries/routes.ts'
import { serverNowMs } from '../../data/serverTime.ts'
import { useSession } from '../../data/session.ts'
import { useLiveLost } from '../../data/useLive.ts'
import { useNow } from '../../data/useNow.ts'
import { useServerAttributes } from '../../data/useWatch.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { keepScreenOn } from '../../ui/page/keepScreenOn.ts'
import { usePageTitle } from '../../ui/page/tab.ts'
import { isAhead, isUnattended, oldFixSeconds, placeState } from './model/runState.ts'
import styles from './parts/Routes.module.css'
import { useMetresText } from './words/useCorridorWords.ts'

/** Junctions that are shown at once. */
const SHOWN = 3
/** Positions are sent no more often than this, milliseconds. */
const SENT_EVERY_MS = 1_000

/** The page of a green route for the phone in the vehicle: the next junctions as large lamps. */
export function RouteDrivePage({ routeId }: { readonly routeId: string }) {
  const t = useTexts('corridors', 'routes')
  const { data } = useQuery(routeQuery(routeId))
  usePageTitle(data?.name ?? t('vehiclePage'))
  useEffect(() => keepScreenOn(), [])
  const attributes = useServerAttributes('ASSET', routeId, RUN_KEY)
  const run = useMemo(() => parseRun(attributes?.[RUN_KEY]?.value), [attributes])
  return (
    <div className={styles.drive}>
      <header className={styles.driveHead}>
        <h1>{data?.name ?? t('vehiclePage')}</h1>
        <Link to="/routes" search={{ route: routeId }}>
          {t('operatorPage')}
        </Link>
      </header>
      <p className={styles.limits}>{t('noPreemption')}</p>
      {run && isUnderWay(run) ? <Lamps run={run} /> : <p className={styles.idle}>{t(run ? 'runOver' : 'noRun')}</p>}
      <Position routeId={routeId} isRunning={run !== undefined && isUnderWay(run)} />
    </div>
  )
}

function Lamps({ run }: { readonly run: RouteRun }) {
  const t = useTexts('corridors', 'routes')
  const metresText = useMetresText()
  const nowMs = useNow(1_000, serverNowMs)
  const next = run.junctions.filter((place) => isAhead(place, run, nowMs)).slice(0, SHOWN)
  const oldS = oldFixSeconds(run, nowMs)
  const isLost = useLiveLost()
  const isOld = isLost || isUnattended(run, nowMs)
  if (run.cancelled !== undefined) return <p className={styles.alarm}>{t('runCancelled')}</p>
  return (
    <>
      {isOld && (
        <p className={styles.alarm} role="alert">
          {t('driveOld')}
        </p>
      )}
      {run.drill && <p className={styles.alarm}>{t('drillNotGreen')}</p>}
      <ol className={styles.lamps} aria-label={t('nextJunctions')} aria-live="polite">
        {next.map((place) => {
          const isGreen = !isOld && !run.drill && placeState(place, false) === 'green'
          const seconds = place.step.eta === undefined ? null : Math.max(0, Math.round((place.step.eta - nowMs) / 1000))
          return (
            <li key={place.device} className={styles.lampRow} data-green={isGreen || undefined}>
              <span className={styles.lamp} aria-hidden="true" />
              <span className={styles.lampText}>
                <b>{place.name || place.device}</b>
                <strong>{t(isGreen ? 'greenSeen' : 'takeCare')}</strong>
                <span aria-hidden="true">
                  {seconds !== null && `${t('comesIn', { seconds })} · `}
                  {metresText(Math.max(0, Math.round(place.position - expectedM(run, nowMs))))}
                </span>
              </span>
            </li>
          )
        })}
      </ol>
      {next.length === 0 && <p className={styles.idle}>{t('allPassed')}</p>}
      {oldS !== null && <p className={styles.alarm}>{t('oldFix', { seconds: oldS })}</p>}
    </>
  )
}

/** Sends the position of this phone where the user allows it. Only administrators write, as everywhere. */
function Position({ routeId, isRunning }: { readonly routeId: string; readonly isRunning: boolean }) {
  const t = useTexts('corridors', 'routes')
  const session = useSession()
  const [isOn, setIsOn] = useState(false)
  const [state, setState] = useState<'waiting' | 'sent' | 'denied' | 'failed'>('waiting')
  useEffect(() => {
    if (!isOn || !isRunning) return
    let sentMs = 0
    const watch = navigator.geolocation.watchPosition(
      ({ coords: { latitude, longitude } }) => {
        if (performance.now() - sentMs < SENT_EVERY_MS) return
        sentMs = performance.now()
        sendPosition(routeId, { latitude, longitude }).then(
          () => setState('sent'),
          () => setState('failed'),
        )
      },
      () => setState('denied'),
      { enableHighAccuracy: true, maximumAge: 1_000 },
    )
    return () => navigator.geolocation.clearWatch(watch)
  }, [routeId, isOn, isRunning])
  if (session.state !== 'signedIn' || !session.isTenantAdmin || !isRunning) return null
  return (
    <div className={styles.position}>
      <Button variant={isOn ? 'default' : 'filled'} size="lg" onClick={() => setIsOn(!isOn)}>
        {t(isOn ? 'stopPosition' : 'sendPosition')}
      </Button>
      {isOn && <p role="status">{t(`position.${state}`)}</p>}
    </div>
  )
}
