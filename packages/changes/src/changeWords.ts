/** Says a change in plain English, for those who read the record without this code. */
import type { AttributeSet, ChangeRecord } from '@greenwave/contract/records/changeRecords'
import { parseCommissioning } from '@greenwave/contract/records/commissioning'
import { COMMISSIONING_KEY } from '@greenwave/contract/records/recordKeys'
import { type DeviceTime, deviceTimeFrom } from '@greenwave/controller/deviceClock'
import { parseInteger } from '@greenwave/controller/integer'
import { isoTime } from '@greenwave/controller/isoTime'
import { modeChoice } from '@greenwave/controller/mode'
import type { PhaseNames } from '@greenwave/controller/phaseNames'
import { keyInText } from '@greenwave/controller/settingTable/describe'
import { OPTIONAL_KEYS, settingKey } from '@greenwave/controller/settingTable/table'
import { changedValues, kindOfKey } from './changeKinds.ts'
import { siteMember } from './siteValues.ts'

/** How the line of a clock that is set begins. */
export const CLOCK_WORDS = 'Clock: '

/** How the line of a hold's end begins. */
export const END_WORDS = 'Until: '

type ChangeEnds = Pick<ChangeRecord, 'until' | 'untilBefore'>

/**
 * Describes each value that changes, one line each: 'Program 2 phase 1 green: 30 s → 35 s'; and one for the end of a hold.
 *
 * @param before the values before; null where they are unknown
 * @param names of the phases of the junction, which then stand beside their numbers
 * @param until automatic end of the mode, epoch milliseconds; null: none; undefined if the record has no end
 * @param untilBefore planned end of the hold that this change replaces, or ends early without `until`; undefined without a hold
 */
export function changeWords(
  before: AttributeSet | null,
  after: AttributeSet,
  { until, untilBefore, names }: ChangeEnds & { readonly names?: PhaseNames | undefined } = {},
): readonly string[] {
  const lines = changedValues(before ?? {}, after).map(({ key, before: old, after: now }) => {
    const was = before === null ? '' : `${valueWords(key, old ?? valueOfUnset(key))} → `
    return `${keyInText(key, names)}: ${was}${valueWords(key, now)}`
  })
  const time = deviceTimeFrom((key) => after[key])
  if (time) lines.push(`${CLOCK_WORDS}set to ${timeWords(time)}`)
  const ends = [untilBefore, until].flatMap((ms) => (ms === undefined ? [] : [endWords(ms)]))
  if (ends.length > 0)
    lines.push(`${END_WORDS}${[...ends, ...(until === undefined ? ['ended at once'] : [])].join(' → ')}`)
  return lines
}

function endWords(ms: number | null): string {
  if (ms === null) return 'ended manually'
  return isoTime(ms)
}

function timeWords({ year, month, day, hour, minute, second }: DeviceTime): string {
  const two = (count: number) => String(count).padStart(2, '0')
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}:${two(second)}`
}

/** (R18) Value of a setting that was never set: 0, except where unset has its own meaning. */
function valueOfUnset(key: string): 0 | undefined {
  const kind = settingKey(key)?.parts.kind
  return kind === undefined || kind === 'mode' || OPTIONAL_KEYS.includes(key) ? undefined : 0
}

function commissioningWords(value: unknown): string {
  const signed = parseCommissioning(value)?.signed
  return signed ? `signed by ${signed.name}` : 'not signed'
}

function valueWords(key: string, value: unknown): string {
  if (key === COMMISSIONING_KEY) return commissioningWords(value)
  if (value === undefined || value === null || value === '') return 'not set'
  const number = parseInteger(value)
  if (number === undefined) return typeof value === 'string' ? value : JSON.stringify(value)
  const setting = settingKey(key)
  if (!setting) return kindOfKey(key) === 'location' || siteMember(key) ? JSON.stringify(value) : String(number)
  if (setting.parts.kind === 'mode') return `${number} (${modeChoice(number).name})`
  return setting.unit ? `${number} ${setting.unit}` : String(number)
}
