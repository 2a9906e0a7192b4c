import { weekdayOf } from '@greenwave/changes/calendar/dates'
import { type LunarDate, lunarDateOf } from '@greenwave/changes/calendar/lunarDate'
import type { CalendarRule } from '@greenwave/contract/records/calendars'
import { useTexts } from '../../../texts/useTexts.ts'

/** Formats a date such as 2026-11-28 as 28/11/2026. */
export function dateWords(date: string): string {
  const [year, month, day] = date.split('-')
  return `${day}/${month}/${year}`
}

/** Formats a local minute such as 2026-11-28T18:00 as 28/11/2026, 18:00. */
export function minuteWords(minute: string): string {
  return `${dateWords(minute.slice(0, 10))}, ${minute.slice(11)}`
}

/** Formats a day of the lunisolar calendar: 1/1, with * for a leap month. */
export function lunarWords({ day, month, isLeap }: LunarDate): string {
  return `${day}/${month}${isLeap ? '*' : ''}`
}

/** Returns a function for the weekday and lunar date of a day, days since 1970. */
export function useDayText(): (day: number) => string {
  const t = useTexts('settings', 'calendar')
  return (day) => {
    const weekday = weekdayOf(day) as 1 | 2 | 3 | 4 | 5 | 6 | 7
    return `${t(`weekdays.${weekday}`)}, ${t('lunarDate', { date: lunarWords(lunarDateOf(day)) })}`
  }
}

/** Returns a function for the days of a rule: 'lunar 1/1 each year, 1 day before, 3 days after'. */
export function useRuleText(): (rule: CalendarRule) => string {
  const t = useTexts('settings', 'calendar')
  return (rule) => [when(rule), where(rule)].filter(Boolean).join(' · ')

  function when(rule: CalendarRule): string {
    switch (rule.on) {
      case 'date':
        return dateWords(rule.date)
      case 'span':
        return `${dateWords(rule.from)} – ${dateWords(rule.until)}`
      case 'hand':
        return t('rule.hand', { from: minuteWords(rule.from), until: minuteWords(rule.until) })
      case 'weekdays': {
        const days = rule.days.toSorted((a, b) => a - b).map((day) => t(`weekdays.${day as 1 | 2 | 3 | 4 | 5 | 6 | 7}`))
        const names = days.join(', ')
        if (rule.every === 1) return names
        return t('rule.everyWeeks', { days: names, weeks: rule.every, date: dateWords(rule.since ?? '') })
      }
      default: {
        const date = `${rule.day}/${rule.month}`
        const texts: string[] = [rule.on === 'lunar' ? t('rule.lunar', { date }) : t('rule.solar', { date })]
        if (rule.before > 0) texts.push(t('rule.before', { count: rule.before }))
        if (rule.after > 0) texts.push(t('rule.after', { count: rule.after }))
        return texts.join(', ')
      }
    }
  }

  function where({ junctions }: CalendarRule): string {
    return junctions ? t('junctions', { count: junctions.length }) : ''
  }
}
