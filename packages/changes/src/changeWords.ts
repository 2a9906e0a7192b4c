/** Says a change in plain English, for those who read the record without this code. */
import type { AttributeSet } from '@greenwave/contract/changeRecords'
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

/**
 * Returns one line for each value that changes: 'Program 2 phase 1 green: 30 s → 35 s'; and one for the end of a hold.
 *
 * @param names of the phases of the junction, which then stand beside their numbers
 * @param untilMs when the mode ends by itself, epoch milliseconds; null: never; left out if nothing was said of it
 */
export function changeWords(
  before: AttributeSet,
  after: AttributeSet,
  { untilMs, names }: { readonly untilMs?: number | null | undefined; readonly names?: PhaseNames | undefined } = {},
): readonly string[] {
  const lines = changedValues(before, after).map(
    ({ key, before: old, after: now }) => `${keyInText(key, names)}: ${valueWords(key, old)} → ${valueWords(key, now)}`,
  )
  const time = deviceTimeFrom((key) => after[key])
  if (time) lines.push(`${CLOCK_WORDS}set to ${timeWords(time)}`)
  if (untilMs !== undefined) lines.push(`${END_WORDS}${untilMs === null ? 'somebody changes it' : isoTime(untilMs)}`)
  return lines
}

/** A time that no clock has is said as it is. */
function isoTime(ms: number): string {
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
