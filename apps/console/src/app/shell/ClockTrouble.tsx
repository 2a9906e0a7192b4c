import { useLanguage, useTexts } from '../../texts/useTexts.ts'
import { StatusShape } from '../../ui/states/StatusTag.tsx'
import styles from './LiveBanner.module.css'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const YEAR_MS = 365.25 * DAY_MS

/**
 * The units, largest first. A unit is used from twice its length on, so that rounding changes the value by a quarter at
 * most.
 */
const UNITS = [
  ['year', YEAR_MS],
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const

/** Returns a duration (milliseconds, of either sign) in one unit, such as 5 minutes or 30 days; at least 1 minute. */
export function lengthText(ms: number, language: string): string {
  const length = Math.abs(ms)
  const [unit, unitMs] = UNITS.find(([, one]) => length >= 2 * one) ?? ['minute', MINUTE_MS]
  const count = Math.max(1, Math.round(length / unitMs))
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

/** Shows by how much the platform's clock jumped (milliseconds, negative: back), and what to do. */
export function ClockTrouble({ byMs }: { readonly byMs: number }) {
  const t = useTexts('common', 'shell')
  const language = useLanguage()
  return (
    <div className={styles.banner}>
      <span className={styles.text} role="alert">
        <StatusShape tone="warn" />
        {t(byMs < 0 ? 'clock.behind' : 'clock.ahead', { length: lengthText(byMs, language) })}
      </span>
      <span className={styles.advice}>{t('clock.advice')}</span>
    </div>
  )
}
