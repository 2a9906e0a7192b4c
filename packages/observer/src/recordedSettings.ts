/** The settings in force as they are recorded, and back. */
import { parseInteger } from '@greenwave/controller/integer'
import type { ControllerSettings } from '@greenwave/controller/settings'
import { OPTIONAL_KEYS, parseSettingKey, settingsWhere } from '@greenwave/controller/settingTable/table'
import type { TimedValues } from '@greenwave/controller/timedValue'
import type { Attributes } from './force.ts'
import { runningSettings } from './inEffect.ts'

type Values = Readonly<Record<string, number | string>>

/** The settings in force: each setting is in `reported`, or else in `asked`. */
export interface SettingsInForce {
  /** Time of the newest report or request, epoch milliseconds. */
  readonly ts: number
  readonly reported: Values
  readonly asked: Values
}

/** (R15) Settings in force: as reported, else as requested; null if attributes hold none. */
export function settingsInForce({ shared, client }: Attributes): SettingsInForce | null {
  const reported = new Map(Object.entries(client).filter(isSetting))
  // (R19) A capability that a controller lacks is not in force, whatever was requested.
  const has = new Set(settingsWhere((key) => reported.has(key)).flatMap(({ keyNames }) => keyNames))
  const isLacking = (key: string): boolean => OPTIONAL_KEYS.includes(key) && !has.has(key)
  const asked = new Map(
    Object.entries(shared).filter((one) => isSetting(one) && !reported.has(one[0]) && !isLacking(one[0])),
  )
  const times = [...reported.values(), ...asked.values()].map(({ ts }) => ts)
  if (times.length === 0) return null
  return { ts: Math.max(...times), reported: plain(reported), asked: plain(asked) }
}

/** Settings in force from a moment on, epoch milliseconds. */
export interface SettingsFrom {
  readonly fromMs: number
  readonly settings: ControllerSettings
}

/** Returns the attributes that a record holds: reports, and requests of what is not reported. */
export function attributesOf({ ts, reported, asked }: SettingsInForce): Attributes {
  const timed = (values: Values): TimedValues =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { ts, value }]))
  return { shared: timed(asked), client: timed(reported) }
}

/** Returns the settings that a record says were in force from its time on. */
export function settingsFrom(record: SettingsInForce): SettingsFrom {
  const { shared, client } = attributesOf(record)
  return { fromMs: record.ts, settings: runningSettings(shared, client) }
}

/**
 * Settings in force at a moment; null where they are unknown: before the first known ones.
 *
 * @param settings the oldest first
 */
export function settingsAt(settings: readonly SettingsFrom[], ms: number): ControllerSettings | null {
  return settings.findLast(({ fromMs }) => fromMs <= ms)?.settings ?? null
}

function isSetting([key, { value }]: readonly [string, { readonly value: unknown }]): boolean {
  return value !== '' && value !== null && value !== undefined && parseSettingKey(key) !== undefined
}

function plain(values: ReadonlyMap<string, { readonly value: unknown }>): Values {
  return Object.fromEntries([...values].map(([key, { value }]) => [key, parseInteger(value) ?? String(value)]))
}
