import type { SettingGroup } from '@greenwave/controller/delivery'
import { parseInteger } from '@greenwave/controller/integer'
import { LATITUDE_KEY, LONGITUDE_KEY, parseSettingKey, type SettingKeyParts } from '@greenwave/controller/keys'
import { IMAGE_KEY } from '../../../data/device/image.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { modeTextKey } from '../model/modeText.ts'

interface SettingWords {
  /** What an attribute key is called; a key that is no setting stands for itself. */
  readonly nameOf: (key: string) => string
  /** Its value for a person, with unit; nothing at all when it was never set. */
  readonly valueText: (key: string, value: unknown) => string
  /** What a dialog saves, in short. */
  readonly groupName: (group: SettingGroup) => string
}

/** Words for settings: their names and their values, in the chosen language. */
export function useSettingWords(): SettingWords {
  const t = useTexts('device')

  function nameOf(key: string): string {
    if (key === LATITUDE_KEY) return t('setting.latitude')
    if (key === LONGITUDE_KEY) return t('setting.longitude')
    if (key === IMAGE_KEY) return t('setting.image')
    const parts = parseSettingKey(key)
    return parts ? settingName(parts) : key
  }

  function settingName(parts: SettingKeyParts): string {
    switch (parts.kind) {
      case 'mode':
        return t('setting.mode')
      case 'planTotal':
        return t('setting.planTotal')
      case 'yellow':
        return t('setting.yellow')
      case 'redClearance':
        return t('setting.redClearance')
      case 'period':
        return t('setting.programPeriod', parts)
      case 'program':
        return t(parts.part === 'green' ? 'setting.programGreen' : 'setting.programStart', parts)
      case 'plan':
        return t(PLAN_PART_TEXTS[parts.part], parts)
    }
  }

  function valueText(key: string, value: unknown): string {
    if (value === undefined || value === null || value === '') return t('setting.nothing')
    const parts = parseSettingKey(key)
    const number = parseInteger(value)
    if (!parts || number === undefined) return typeof value === 'string' ? value : JSON.stringify(value)
    if (parts.kind === 'mode') return t(modeTextKey(number))
    if (parts.kind === 'planTotal') return String(number)
    if (parts.kind !== 'plan') return t('seconds', { count: number })
    if (parts.part === 'enabled') return t(number === 1 ? 'setting.yes' : 'setting.no')
    return parts.part === 'minute' ? String(number).padStart(2, '0') : String(number)
  }

  function groupName(group: SettingGroup): string {
    switch (group.kind) {
      case 'mode':
        return t('setting.mode')
      case 'planTotal':
        return t('setting.planTotal')
      case 'clearance':
        return t('setting.clearance')
      case 'plan':
        return t('plan', group)
      case 'program':
        return t('program', group)
    }
  }

  return { nameOf, valueText, groupName }
}

const PLAN_PART_TEXTS = {
  hour: 'setting.planHour',
  minute: 'setting.planMinute',
  program: 'setting.planProgram',
  enabled: 'setting.planEnabled',
} as const
