import type { AttributeValues } from '../attributes.ts'
import { type Finding, withoutDuplicates } from '../checks/finding.ts'
import type { OwnLimits } from '../checks/ownLimits.ts'
import type { ControllerSettings } from '../settings.ts'
import { parseSettings } from './allSettings.ts'
import { checkPresent } from './ranges.ts'
import { type AnySetting, SETTINGS } from './table.ts'

/** A change of any settings of a controller. */
interface SettingsChange {
  /** The settings without the change, from which it follows what the change brings about. */
  readonly before: ControllerSettings
  /** All shared attributes as they would be. */
  readonly after: AttributeValues
  /** The keys that are sent. */
  readonly keys: readonly string[]
  /** The settings that the controller has. */
  readonly has: readonly AnySetting[]
  /** The limits of this junction; left out where nothing is known of its streets. */
  readonly limits?: OwnLimits | undefined
}

/**
 * Returns the findings for settings that are sent together: what the dialog of each would show if the others were sent
 * already, and the effects of all together. For a setting with values out of range (V1) only these are returned. Every way
 * to send more than the one setting of a dialog asks here.
 */
export function checkChange({ before, after, keys, has, limits }: SettingsChange): readonly Finding[] {
  const sent = SETTINGS.filter(({ keyNames }) => keyNames.some((key) => keys.includes(key)))
  const settings = parseSettings(
    after,
    SETTINGS.filter((setting) => has.includes(setting) || sent.includes(setting)),
  )
  const findings = sent.flatMap((setting) => {
    const errors = checkPresent(setting, after)
    return errors.length > 0 ? errors : setting.checkKept({ settings, before, limits })
  })
  const wrong = new Set(findings.filter(({ level }) => level === 'error').map(({ field }) => field))
  // What one setting advises of another that is sent, too, is no more than its own error.
  return withoutDuplicates(findings.filter(({ level, field }) => level === 'error' || !wrong.has(field)))
}
