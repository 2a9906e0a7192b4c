/**
 * The table of settings: one row for each kind. Keys, reading and writing, delivery, checks, sending again and the command
 * line's `check` are made from it, so a new setting is a new row here.
 */
import { type AttributeValues, isPresent } from '../attributes.ts'
import { clearanceRow } from './clearance.ts'
import { modeRow } from './mode.ts'
import { offsetRow } from './offset.ts'
import { periodRow } from './period.ts'
import { planRow } from './plan.ts'
import { planTotalRow } from './planTotal.ts'
import { programRow } from './program.ts'
import { nameOf, type Setting, type SettingKey } from './row.ts'

/** What a console sets and a controller applies, in the order in which it is shown. */
export const SETTING_ROWS = [modeRow, planTotalRow, clearanceRow, planRow, programRow, offsetRow] as const

/** What is shown of a controller among its settings, and no dialog writes. */
export const STATED_ROWS = [periodRow] as const

type AnyRow = (typeof SETTING_ROWS)[number] | (typeof STATED_ROWS)[number]

/** Which setting: `{ kind: 'plan', plan: 2 }`. What one dialog saves, as a person knows it. */
export type SettingGroup = (typeof SETTING_ROWS)[number]['settings'][number]['group']

/** What a setting key is, for naming it to a person. */
export type SettingKeyParts = AnyRow['settings'][number]['keys'][number]['parts']

/** A setting that a console sets. */
export type AnySetting = Setting<SettingGroup, readonly SettingKey<SettingKeyParts>[]>

/** Every setting that any controller may have. */
export const SETTINGS: readonly AnySetting[] = SETTING_ROWS.flatMap((row): readonly AnySetting[] => row.settings)

/** What is stated of a controller (`STATED_ROWS`), one for each. */
export const STATEMENTS: readonly Pick<AnySetting, 'keys' | 'keyNames' | 'readInto' | 'writeFrom'>[] =
  STATED_ROWS.flatMap((row) => row.settings)

/** What only some controllers can (R19): the kinds of their optional settings. */
export const ABILITIES: readonly SettingGroup['kind'][] = [
  ...new Set(SETTINGS.filter(({ optional }) => optional).map(({ group }) => group.kind)),
]

/** The settings of a controller with some abilities, in the order in which they are shown. */
export function settingsWith(abilities: readonly string[]): readonly AnySetting[] {
  return SETTINGS.filter(({ optional, group }) => !optional || abilities.includes(group.kind))
}

/** The settings that every controller has. */
export const COMMON_SETTINGS = settingsWith([])

/** Every setting that every controller has, in the order in which it is shown. */
export const SETTING_GROUPS: readonly SettingGroup[] = COMMON_SETTINGS.map(({ group }) => group)

/** Every key whose value a console sets and every controller applies. Total periods and the clock are not among them. */
export const SETTING_KEYS: readonly string[] = COMMON_SETTINGS.flatMap(keysOf)

const KEYS = new Map([...SETTINGS, ...STATEMENTS].flatMap(({ keys }) => keys).map((key) => [key.key, key]))

/** What a key belongs to; undefined for a key that is no setting of a controller. */
export function parseSettingKey(key: string): SettingKeyParts | undefined {
  return settingKey(key)?.parts
}

/** What the table says of a key; undefined for a key that is no setting of a controller. */
export function settingKey(key: string) {
  return KEYS.get(key)
}

/** The attribute keys that a setting is kept in. */
export function keysOf(setting: Pick<AnySetting, 'keyNames'>): readonly string[] {
  return setting.keyNames
}

const BY_GROUP = new Map(SETTINGS.map((setting) => [nameOf(setting.group), setting]))

/** The setting of a group. */
export function settingOf(group: SettingGroup): AnySetting {
  const setting = BY_GROUP.get(nameOf(group))
  if (!setting) throw new Error(`no row of the table has the setting ${JSON.stringify(group)}`)
  return setting
}

/** Whether two groups are the same setting. */
export function isSameGroup(a: SettingGroup, b: SettingGroup): boolean {
  return nameOf(a) === nameOf(b)
}

/** The settings that a controller has, by what it reports (client attributes): it has an ability if it reports any key of it. */
export function settingsOfController(reported: AttributeValues): readonly AnySetting[] {
  return settingsWhere((key) => isPresent(reported, key))
}

/** The settings of a controller that reports the keys which `isReported` knows. */
export function settingsWhere(isReported: (key: string) => boolean): readonly AnySetting[] {
  const told = SETTINGS.filter((setting) => setting.optional && keysOf(setting).some(isReported))
  return told.length === 0 ? COMMON_SETTINGS : settingsWith(told.map(({ group }) => group.kind))
}
