/** @file What is noted of the days of a calendar: the next switch, and how the present one went. */
import type { KindOfDay } from '@greenwave/changes/calendar/kindOfDay'
import { kindName } from '@greenwave/changes/calendar/kindOfDay'
import { formatLocalMinute } from '@greenwave/changes/calendar/dates'
import type { Calendar } from '@greenwave/contract/records/calendars'
import type { SwitchNote } from '@greenwave/contract/records/kindNotes'

/** Returns the note of a calendar from the days of its junctions. */
export function switchNoteOf(calendar: Calendar, days: readonly KindOfDay[]): SwitchNote {
  return { next: nextOf(calendar, days), now: nowOf(calendar, days) }
}

function nextOf(calendar: Calendar, days: readonly KindOfDay[]): SwitchNote['next'] {
  const next = days.flatMap((day) => day.next ?? [])
  const first = Math.min(...next.map(({ slot }) => slot.minute))
  const ofFirst = next.filter(({ slot }) => slot.minute === first)
  if (ofFirst.length === 0) return null
  const times = ofFirst.map(({ sendAtMs }) => sendAtMs)
  return {
    ...{ slot: formatLocalMinute(first), kinds: countsOf(calendar, ofFirst) },
    ...{ from: Math.min(...times), until: Math.max(...times) },
  }
}

function nowOf(calendar: Calendar, days: readonly KindOfDay[]): SwitchNote['now'] {
  const [slot] = days
    .map(({ slotName }) => slotName)
    .sort()
    .slice(-1)
  const ofDay = days.filter(({ state }) => state !== 'none')
  if (slot === undefined || ofDay.length === 0) return null
  const count = (matches: (day: KindOfDay) => boolean) => ofDay.filter(matches).length
  return {
    ...{ slot, kinds: countsOf(calendar, ofDay) },
    right: count(({ state, deviates }) => state === 'sent' && !deviates),
    due: count(({ state }) => state === 'due'),
    hand: count(({ state }) => state === 'hand'),
    refused: count(({ state }) => state === 'danger' || state === 'invalid'),
    differs: count(({ state, deviates }) => state === 'sent' && deviates !== null),
  }
}

function countsOf(calendar: Calendar, of: readonly Pick<KindOfDay, 'slot'>[]) {
  const counts = new Map<string, number>()
  for (const { slot } of of) counts.set(slot.rule?.kind ?? '', (counts.get(slot.rule?.kind ?? '') ?? 0) + 1)
  return [...counts]
    .map(([kind, junctions]) => ({ name: kindName(calendar, kind), junctions }))
    .sort((a, b) => b.junctions - a.junctions)
}
