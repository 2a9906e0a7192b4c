/**
 * The table of settings: one row for each kind. Keys, reading and writing, delivery, checks, sending again and the
 * command line's `check` are derived from it, so that a new setting is a new row here.
 */
import { type AttributeValues, isPresent } from '../attributes.ts'
import type { ProgramNumber } from '../controllerLimits.ts'
import { clearanceRow } from './clearance.ts'
import { modeRow } from './mode.ts'
import { offsetRow } from './offset.ts'
import { periodRow, programRow } from './program.ts'
import { planRow } from './plan.ts'
import { planTotalRow } from './planTotal.ts'
import { nameOf, type Setting, type SettingKey, type SettingOf } from './row.ts'

/** The settings that only some controllers have, each one whole number. Consoles make their dialogs from the rows. */
export const OPTIONAL_ROWS = [offsetRow] as const

/** The settings that a console sets and a controller applies, in the order of display. */
export const SETTING_ROWS = [modeRow, planTotalRow, clearanceRow, planRow, programRow, ...OPTIONAL_ROWS] as const

/** Values of a controller that are shown among its settings but written by no dialog. */
export const STATED_ROWS = [periodRow] as const

type AnyRow = (typeof SETTING_ROWS)[number] | (typeof STATED_ROWS)[number]

/** Identifies a setting: `{ kind: 'plan', plan: 2 }`. It is a group of attributes that one dialog saves. */
export type SettingGroup = (typeof SETTING_ROWS)[number]['settings'][number]['group']

/** Identifies an optional setting. */
export type OptionalGroup = (typeof OPTIONAL_ROWS)[number]['settings'][number]['group']

/** Identifies a setting key, for naming it to users. */
export type SettingKeyParts = AnyRow['settings'][number]['keys'][number]['parts']

/** A setting that a console sets. */
export type AnySetting = Setting<SettingGroup, readonly SettingKey<SettingKeyParts>[]>

/** A setting that only some controllers have. Its value is undefined while it was never set. */
export type OptionalSetting = SettingOf<OptionalGroup, number | undefined, readonly [SettingKey<OptionalGroup>]>

/** Every optional setting. */
export const OPTIONAL_SETTINGS: readonly OptionalSetting[] = OPTIONAL_ROWS.flatMap(
  (row): readonly OptionalSetting[] => row.settings,
)

/** The keys of all optional settings. A controller that reports one of them has the setting. */
export const OPTIONAL_KEYS: readonly string[] = OPTIONAL_SETTINGS.flatMap(({ keyNames }) => keyNames)

/** Every setting that any controller may have. */
export const SETTINGS: readonly AnySetting[] = SETTING_ROWS.flatMap((row): readonly AnySetting[] => row.settings)

/** The single values of `STATED_ROWS`. */
export const STATEMENTS: readonly Pick<AnySetting, 'keys' | 'keyNames' | 'readInto' | 'writeFrom'>[] =
  STATED_ROWS.flatMap((row) => row.settings)

/** Abilities that only some controllers have (R19): the kinds of their optional settings. */
export const ABILITIES = OPTIONAL_ROWS.map(({ kind }) => kind)

/** Returns the settings of a controller with the given abilities, in the order of display. */
export function settingsWith(abilities: readonly string[]): readonly AnySetting[] {
  return SETTINGS.filter(({ optional, group }) => !optional || abilities.includes(group.kind))
}

/** The settings that every controller has. */
export const COMMON_SETTINGS = settingsWith([])

const KEYS = new Map([...SETTINGS, ...STATEMENTS].flatMap(({ keys }) => keys).map((key) => [key.key, key]))

/** Parses a settings key; undefined for any other key. */
export function parseSettingKey(key: string): SettingKeyParts | undefined {
  return settingKey(key)?.parts
}

/** Returns the table's entry of a key; undefined for a key that is no setting of a controller. */
export function settingKey(key: string) {
  return KEYS.get(key)
}

/** Returns the attribute keys of a setting. */
export function keysOf(setting: Pick<AnySetting, 'keyNames'>): readonly string[] {
  return setting.keyNames
}

const BY_GROUP = new Map(SETTINGS.map((setting) => [nameOf(setting.group), setting]))

/** Returns the setting of a group. Throws Error if the table has none. */
export function settingOf(group: SettingGroup): AnySetting {
  const setting = BY_GROUP.get(nameOf(group))
  if (!setting) throw new Error(`no row of the table has the setting ${JSON.stringify(group)}`)
  return setting
}

/** Returns the optional setting of a group. Throws Error if the table has none. */
export function optionalSettingOf(group: OptionalGroup): OptionalSetting {
  const setting = OPTIONAL_SETTINGS.find((one) => isSameGroup(one.group, group))
  if (!setting) throw new Error(`no row of the table has the setting ${JSON.stringify(group)}`)
  return setting
}

/** Returns whether two groups are the same setting. */
export function isSameGroup(a: SettingGroup, b: SettingGroup): boolean {
  return nameOf(a) === nameOf(b)
}

/**
 * Returns the settings that a controller has according to its client attributes: it has an ability if it reports any
 * key of it.
 */
export function settingsOfController(reported: AttributeValues): readonly AnySetting[] {
  return settingsWhere((key) => isPresent(reported, key))
}

/** Returns the settings of a controller that reports the keys for which `isReported` is true. */
export function settingsWhere(isReported: (key: string) => boolean): readonly AnySetting[] {
  const reported = OPTIONAL_SETTINGS.filter((setting) => keysOf(setting).some(isReported))
  return reported.length === 0 ? COMMON_SETTINGS : settingsWith(reported.map(({ group }) => group.kind))
}

/**
 * Lists the optional settings that a controller has according to its client attributes: those of a program, or without
 * one those that belong to none.
 */
export function optionalSettingsOf(reported: AttributeValues, program?: ProgramNumber): readonly OptionalSetting[] {
  const has = settingsOfController(reported)
  const programOf = (group: OptionalGroup | { readonly kind: string }) =>
    'program' in group ? group.program : undefined
  return OPTIONAL_SETTINGS.filter((setting) => has.includes(setting) && programOf(setting.group) === program)
}
