/** Says a change in plain English, for those who read the record without this code. */
import type { AttributeSet, ChangeRecord } from '@greenwave/contract/changeRecords'
import { type DeviceTime, deviceTimeFrom } from '@greenwave/controller/deviceClock'
import { parseInteger } from '@greenwave/controller/integer'
import { modeChoice } from '@greenwave/controller/mode'
import type { PhaseNames } from '@greenwave/controller/phaseNames'
import { keyInText } from '@greenwave/controller/settingTable/keyInText'
import { settingKey } from '@greenwave/controller/settingTable/table'
import { changedValues } from './changedValues.ts'
import { kindOfKey } from './changeKinds.ts'
import { siteMember } from './siteValues.ts'

/** How the line of a clock that is set begins. */
export const CLOCK_WORDS = 'Clock: '

/** How the line of a hold's end begins. */
export const END_WORDS = 'Until: '

type ChangeEnds = Pick<ChangeRecord, 'until' | 'untilBefore'>

/**
 * Returns one line for each value that changes: 'Program 2 phase 1 green: 30 s → 35 s'; and one for the end of a hold.
 *
 * @param names of the phases of the junction, which then stand beside their numbers
 * @param until when the mode ends by itself, epoch milliseconds; null: never; left out if nothing was said of it
 * @param untilBefore when the hold was to end that it replaces, or ends early if there is no `until`; left out if nothing was held
 */
export function changeWords(
  before: AttributeSet,
  after: AttributeSet,
  { until, untilBefore, names }: ChangeEnds & { readonly names?: PhaseNames | undefined } = {},
): readonly string[] {
  const lines = changedValues(before, after).map(
    ({ key, before: old, after: now }) => `${keyInText(key, names)}: ${valueWords(key, old)} → ${valueWords(key, now)}`,
  )
  const time = deviceTimeFrom((key) => after[key])
  if (time) lines.push(`${CLOCK_WORDS}set to ${timeWords(time)}`)
  const ends = [untilBefore, until].flatMap((ms) => (ms === undefined ? [] : [endWords(ms)]))
  if (ends.length > 0)
    lines.push(`${END_WORDS}${[...ends, ...(until === undefined ? ['ended at once'] : [])].join(' → ')}`)
  return lines
}

/** A time that no clock has is said as it is. */
function endWords(ms: number | null): string {
  if (ms === null) return 'somebody changes it'
  return Number.isNaN(new Date(ms).getTime()) ? String(ms) : new Date(ms).toISOString()
}

function timeWords({ year, month, day, hour, minute, second }: DeviceTime): string {
  const two = (count: number) => String(count).padStart(2, '0')
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}:${two(second)}`
}

function valueWords(key: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return 'not set'
  const number = parseInteger(value)
  if (number === undefined) return typeof value === 'string' ? value : JSON.stringify(value)
  const parts = settingKey(key)?.parts
  switch (parts?.kind) {
    case 'mode':
      return `${number} (${modeChoice(number).name})`
    case 'plan':
    case 'planTotal':
    case undefined:
      return kindOfKey(key) === 'location' || siteMember(key) ? JSON.stringify(value) : String(number)
    default:
      return `${number} s`
  }
}
