import { dateOfDay, dayOfDate, dayOfMonth, weekdayOf } from '@greenwave/changes/calendar/dates'
import { lunarDateOf } from '@greenwave/changes/calendar/lunarDate'
import { ruleOn } from '@greenwave/changes/calendar/rules'
import type { Calendar } from '@greenwave/contract/records/calendars'
import { type KeyboardEvent, useMemo } from 'react'
import { monthText } from '../../../shared/dateText.ts'
import { useLanguage, useTexts } from '../../../texts/useTexts.ts'
import { dateWords, lunarWords, useDayText } from '../words/useRuleText.ts'
import styles from './Calendar.module.css'

const MONTHS = Array.from({ length: 12 }, (_, nth) => nth + 1)
const WEEK = [1, 2, 3, 4, 5, 6, 7] as const
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

interface YearGridProps {
  readonly calendar: Calendar
  readonly year: number
  /** Today, and the day that is open: days since 1970. */
  readonly today: number
  readonly day: number | undefined
  /** Days that may have been forgotten. */
  readonly forgotten: ReadonlySet<number>
  readonly onDay: (day: number) => void
}

/** Shows a year as squares by kind of day, with lunar dates. Arrow keys go from day to day. */
export function YearGrid({ calendar, year, today, day, forgotten, onDay }: YearGridProps) {
  const t = useTexts('settings', 'calendar')
  const dayText = useDayText()
  const language = useLanguage()
  const kinds = useMemo(() => new Map(calendar.kinds.map((kind) => [kind.id, kind])), [calendar])
  const marks = useMemo(() => marksOf(calendar.kinds), [calendar])
  const first = dayOfMonth(year, 1, 1)
  const last = dayOfMonth(year, 12, 31)
  // One of the squares is in the order of the tab key.
  const reached = [day, today].find((one) => one !== undefined && one >= first && one <= last) ?? first

  function step(event: KeyboardEvent<HTMLButtonElement>): void {
    const by = STEPS[event.key]
    const from = event.currentTarget.dataset.day
    if (by === undefined || from === undefined) return
    event.preventDefault()
    const year = event.currentTarget.closest(`.${styles.year}`)
    year?.querySelector<HTMLElement>(`[data-day="${Number(from) + by}"]`)?.focus()
  }

  return (
    <div className={styles.year}>
      {MONTHS.map((month) => {
        const begin = dayOfMonth(year, month, 1)
        const count = dayOfMonth(year, month, 31) - begin + 1
        // A day in the middle is of this month in any time zone.
        const name = monthText(Date.parse(dateOfDay(begin + 14)), language)
        return (
          <section key={month} className={styles.month} aria-label={name}>
            <h3>{name}</h3>
            <div className={styles.days}>
              {WEEK.map((one) => (
                <span key={one} className={styles.weekday} aria-hidden="true">
                  {t(`weekdaysShort.${one}`)}
                </span>
              ))}
              {Array.from({ length: count }, (_, nth) => square(begin + nth, nth + 1, weekdayOf(begin)))}
            </div>
          </section>
        )
      })}
    </div>
  )

  function square(one: number, ofMonth: number, firstWeekday: number) {
    const rule = ruleOn(calendar, one)
    const kind = rule && kinds.get(rule.kind)
    const lunar = lunarDateOf(one)
    const texts = [
      dateWords(dateOfDay(one)),
      dayText(one),
      kind?.name ?? t('noRule'),
      forgotten.has(one) && t('maybeForgotten'),
    ]
    const label = texts.filter(Boolean).join(', ')
    return (
      <button
        key={one}
        type="button"
        className={styles.day}
        style={ofMonth === 1 ? { gridColumnStart: firstWeekday } : undefined}
        data-day={one}
        data-kind={kind?.color}
        data-none={!rule || undefined}
        data-today={one === today || undefined}
        data-forgotten={forgotten.has(one) || undefined}
        aria-pressed={one === day}
        title={label}
        tabIndex={one === reached ? 0 : -1}
        onKeyDown={step}
        onClick={() => onDay(one)}
      >
        <span className={styles.hidden}>{label}</span>
        <b aria-hidden="true">{ofMonth}</b>
        <small aria-hidden="true">{lunar.day === 1 ? lunarWords(lunar) : lunar.day}</small>
        <i aria-hidden="true">{(kind && marks.get(kind.id)) ?? ''}</i>
      </button>
    )
  }
}

/** Returns a letter for each kind: of its name the first that no kind before it has. */
export function marksOf(kinds: Calendar['kinds']): ReadonlyMap<string, string> {
  const marks = new Map<string, string>()
  for (const { id, name } of kinds) {
    const used = new Set(marks.values())
    const letters = Array.from(name.toLocaleUpperCase()).filter((letter) => /\p{L}/u.test(letter))
    marks.set(id, letters.find((letter) => !used.has(letter)) ?? '')
  }
  return marks
}

/** Returns the day of an address, days since 1970. */
export function addressDay(date: string | undefined): number | undefined {
  const day = date === undefined ? Number.NaN : dayOfDate(date)
  return Number.isNaN(day) ? undefined : day
}
