import { useTranslation } from 'react-i18next'
import type { HealthCode } from '../../../data/health.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useLiveLost } from '../../../data/useLive.ts'
import { HistoryLink } from '../../../shared/HistoryLink.tsx'
import { useHealthWords } from '../../../shared/useHealthWords.ts'
import { HealthMark } from '../../../ui/states/HealthMark.tsx'
import { useDeviceHealth } from '../model/useDeviceHealth.ts'
import styles from './HealthStrip.module.css'

/** The states that ask for nothing and are not explained. */
const QUIET = ['ok', 'unknown', 'never', 'not-watched'] as const

function isQuiet(code: HealthCode): code is (typeof QUIET)[number] {
  return QUIET.some((quiet) => quiet === code)
}

/**
 * Says across the whole page what is wrong with the junction, since when, what it means and what to do. The
 * explanations are loaded when something is wrong; the rest does not wait for them.
 */
export function HealthStrip({ deviceId }: { deviceId: string }) {
  const { health, mode } = useDeviceHealth(deviceId)
  const words = useHealthWords()
  const lost = useLiveLost()
  if (!health || isQuiet(health.code)) return null
  const { code, mark, current } = health
  const old = lost || !current
  const what = [words.name(health), mode !== null && words.mode(mode), words.time(health, serverNowMs())]
  return (
    <section className={styles.strip} data-mark={mark} data-old={old || undefined} role="status">
      <HealthMark mark={mark} old={old} />
      <div className={styles.words}>
        <p className={styles.what}>
          {what.filter(Boolean).join(' · ')}
          {old && ` · ${words.lastKnown}`}
        </p>
        <Explanation code={code} />
        {health.sinceMs !== null && <HistoryLink deviceId={deviceId} atMs={health.sinceMs} />}
      </div>
    </section>
  )
}

function Explanation({ code }: { code: Exclude<HealthCode, (typeof QUIET)[number]> }) {
  const { t, ready } = useTranslation('monitoring', { keyPrefix: 'healthHelp', useSuspense: false })
  return (
    ready && (
      <p>
        {t(`means.${code}`)} {t(`act.${code}`)}
      </p>
    )
  )
}
