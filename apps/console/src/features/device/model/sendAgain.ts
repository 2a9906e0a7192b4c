import type { AttributeValues } from '@greenwave/controller/attributes'
import { type Finding, withoutDuplicates } from '@greenwave/controller/checks/finding'
import type { OwnLimits } from '@greenwave/controller/checks/ownLimits'
import { readSettings } from '@greenwave/controller/settingTable/allSettings'
import { checkPresent } from '@greenwave/controller/settingTable/ranges'
import { type SettingGroup, settingOf } from '@greenwave/controller/settingTable/table'

/**
 * Returns the findings for settings that are sent again, with their values in `shared`: the same ones that the
 * settings' own dialogs would show, without duplicates. If values of a setting are out of range, only that is reported
 * for it.
 */
export function findingsOfSending(
  groups: readonly SettingGroup[],
  shared: AttributeValues,
  limits?: OwnLimits,
): readonly Finding[] {
  const settings = readSettings(shared)
  const findings = groups.map(settingOf).flatMap((setting) => {
    const errors = checkPresent(setting, shared)
    return errors.length > 0 ? errors : setting.checkKept({ settings, reported: {}, limits })
  })
  return withoutDuplicates(findings)
}
