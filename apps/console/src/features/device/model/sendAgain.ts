/** What the checks say of settings that are sent once more. */
import type { AttributeValues } from '@greenwave/controller/attributes'
import { type Finding, withoutDuplicates } from '@greenwave/controller/checks/finding'
import { readSettings } from '@greenwave/controller/settingTable/allSettings'
import { checkPresent } from '@greenwave/controller/settingTable/ranges'
import { type SettingGroup, settingOf } from '@greenwave/controller/settingTable/table'

/** What each setting's own dialog would say of it as it stands in `shared`, each thing once. */
export function findingsOfSending(groups: readonly SettingGroup[], shared: AttributeValues): readonly Finding[] {
  const settings = readSettings(shared)
  const findings = groups.map(settingOf).flatMap((setting) => {
    const errors = checkPresent(setting, shared)
    return errors.length > 0 ? errors : setting.checkKept({ settings, reported: {} })
  })
  return withoutDuplicates(findings)
}
