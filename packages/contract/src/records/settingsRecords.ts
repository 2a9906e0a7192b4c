/**
 * @file The settings in force at a junction as telemetry of its device: values of `gw_settings`, at the time at which
 * they came into force, and one a day in any case. docs/records.md shows one.
 */
import * as z from 'zod/mini'
import { parseJson } from '../jsonValue.ts'

/** Key of the telemetry. */
export const SETTINGS_KEY = 'gw_settings'

/** There is one value at each whole multiple of this, epoch milliseconds, besides those of changes. */
export const SETTINGS_EVERY_MS = 86_400_000

const MOST_SETTINGS = 200
const LONGEST_KEY = 40
const LONGEST_TEXT = 40

/** Values of settings by attribute key: whole numbers, or the text of what is none. */
type RecordedValues = Readonly<Record<string, number | string>>

/** Content of a record. Each setting is in one of both parts. */
export interface SettingsRecord {
  /** Since when this was in force, or later; epoch milliseconds; the time of the telemetry value. */
  readonly ts: number
  /** As the controller reported them. */
  readonly reported: RecordedValues
  /** Requested settings that the controller did not report. */
  readonly asked: RecordedValues
}

const WireValues = z.record(z.string(), z.unknown())
const WireRecord = z.object({
  v: z.literal(1),
  reported: z._default(WireValues, {}),
  asked: z._default(WireValues, {}),
})
const WireValue = z.union([z.int(), z.string().check(z.minLength(1), z.maxLength(LONGEST_TEXT))])

/**
 * Returns a record as the value of its telemetry: the keys in order, so that equal settings are equal texts. Longer texts
 * are cut.
 */
export function writeSettingsRecord({ reported, asked }: Omit<SettingsRecord, 'ts'>): object {
  return { v: 1, reported: written(reported), ...(Object.keys(asked).length > 0 && { asked: written(asked) }) }
}

function written(values: RecordedValues): RecordedValues {
  const rows = Object.entries(values).map(([key, value]) => [
    key,
    typeof value === 'string' ? value.slice(0, LONGEST_TEXT) : value,
  ])
  return Object.fromEntries(rows.sort(([a = ''], [b = '']) => (a < b ? -1 : 1)))
}

/**
 * Returns the record that a telemetry value holds, as JSON or as the text of it; undefined for anything else. Single
 * values that cannot be read are left out.
 */
export function parseSettingsRecord(ts: number, value: unknown): SettingsRecord | undefined {
  const read = parseJson(WireRecord, value)
  if (!read) return undefined
  const [reported, asked] = [readable(read.reported), readable(read.asked)]
  const count = Object.keys(reported).length + Object.keys(asked).length
  return count > 0 && count <= MOST_SETTINGS ? { ts, reported, asked } : undefined
}

function readable(values: Readonly<Record<string, unknown>>): RecordedValues {
  const rows = Object.entries(values).flatMap(([key, value]): [string, number | string][] => {
    const read = key.length <= LONGEST_KEY ? z.safeParse(WireValue, value) : undefined
    return read?.success ? [[key, read.data]] : []
  })
  return Object.fromEntries(rows)
}
