/** What every controller has, for tests. */
import { COMMON_SETTINGS, keysOf, type SettingGroup } from '../settingTable/table.ts'

/** The groups of the settings that every controller has, in the order of display. */
export const SETTING_GROUPS: readonly SettingGroup[] = COMMON_SETTINGS.map(({ group }) => group)

/** Every key that a console sets and every controller applies. Total periods and the clock are not among them. */
export const SETTING_KEYS: readonly string[] = COMMON_SETTINGS.flatMap(keysOf)
