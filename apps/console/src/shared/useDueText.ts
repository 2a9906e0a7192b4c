import { daysLate } from '@greenwave/contract/records/inspections'
import { beginningOf } from '../data/queries/inspections.ts'
import { useTexts } from '../texts/useTexts.ts'
import type { Tone } from '../ui/states/StatusTag.tsx'
import { dayText } from './dateText.ts'

/** Returns a function that tells when an inspection is due, seen from a local day. */
export function useDueText(): (due: string, today: string) => { readonly tone: Tone; readonly text: string } {
  const t = useTexts('settings', 'inspections')
  return (due, today) => {
    const late = daysLate(due, today)
    if (late > 0) return { tone: 'warn', text: t('late', { count: late }) }
    if (late === 0) return { tone: 'info', text: t('dueToday') }
    return { tone: 'mute', text: t('dueOn', { day: dayText(beginningOf(due)) }) }
  }
}
