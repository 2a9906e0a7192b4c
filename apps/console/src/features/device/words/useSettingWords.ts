import { parseInteger } from '@greenwave/controller/integer'
import { LATITUDE_KEY, LONGITUDE_KEY } from '@greenwave/controller/keys'
import { parseSettingKey, type SettingGroup, type SettingKeyParts } from '@greenwave/controller/settingTable/table'
import { IMAGE_KEY } from '../../../data/device/image.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { modeTextKey } from '../model/modeText.ts'

interface SettingWords {
  /** Returns the name of an attribute key; the key itself if it is no setting. */
  readonly nameOf: (key: string) => string
  /** Returns the value of a key in words, with its unit; the words for "nothing" if it was never set. */
  readonly valueText: (key: string, value: unknown) => string
  /** Returns the short name of a setting. */
  readonly groupName: (group: SettingGroup) => string
}

type PartsOf = { readonly [Parts in SettingKeyParts as Parts['kind']]: Parts }
type GroupOf = { readonly [Group in SettingGroup as Group['kind']]: Group }

/** The words for every kind of key in the table. A kind without words does not compile. */
type KeyWords = {
  readonly [Kind in keyof PartsOf]: {
    readonly name: (parts: PartsOf[Kind]) => string
    readonly value: (number: number, parts: PartsOf[Kind]) => string
  }
}

/** The words for every kind of setting in the table. */
type GroupWords = { readonly [Kind in keyof GroupOf]: (group: GroupOf[Kind]) => string }

/** Returns the words for settings, their names and their values, in the chosen language. */
export function useSettingWords(): SettingWords {
  const t = useTexts('device')
  const seconds = (count: number) => t('seconds', { count })

  const keys: KeyWords = {
    mode: { name: () => t('setting.mode'), value: (mode) => t(modeTextKey(mode)) },
    planTotal: { name: () => t('setting.planTotal'), value: String },
    yellow: { name: () => t('setting.yellow'), value: seconds },
    redClearance: { name: () => t('setting.redClearance'), value: seconds },
    plan: {
      name: (parts) => t(PLAN_PART_TEXTS[parts.part], parts),
      value: (number, { part }) => {
        if (part === 'enabled') return t(number === 1 ? 'setting.yes' : 'setting.no')
        return part === 'minute' ? String(number).padStart(2, '0') : String(number)
      },
    },
    program: {
      name: (parts) => t(parts.part === 'green' ? 'setting.programGreen' : 'setting.programStart', parts),
      value: seconds,
    },
    offset: { name: (parts) => t('setting.programOffset', parts), value: seconds },
    period: { name: (parts) => t('setting.programPeriod', parts), value: seconds },
  }

  const groups: GroupWords = {
    mode: () => t('setting.mode'),
    planTotal: () => t('setting.planTotal'),
    clearance: () => t('setting.clearance'),
    plan: (group) => t('plan', group),
    program: (group) => t('program', group),
    offset: (group) => t('setting.programOffset', group),
  }

  function nameOf(key: string): string {
    if (key === LATITUDE_KEY) return t('setting.latitude')
    if (key === LONGITUDE_KEY) return t('setting.longitude')
    if (key === IMAGE_KEY) return t('setting.image')
    const parts = parseSettingKey(key)
    return parts ? keyName(keys, parts.kind, parts) : key
  }

  function valueText(key: string, value: unknown): string {
    if (value === undefined || value === null || value === '') return t('setting.nothing')
    const parts = parseSettingKey(key)
    const number = parseInteger(value)
    if (!parts || number === undefined) return typeof value === 'string' ? value : JSON.stringify(value)
    return keyValue(keys, parts.kind, number, parts)
  }

  return { nameOf, valueText, groupName: (group) => nameOfGroup(groups, group.kind, group) }
}

const PLAN_PART_TEXTS = {
  hour: 'setting.planHour',
  minute: 'setting.planMinute',
  program: 'setting.planProgram',
  enabled: 'setting.planEnabled',
} as const

function keyName<Kind extends keyof PartsOf>(words: KeyWords, kind: Kind, parts: PartsOf[Kind]): string {
  return words[kind].name(parts)
}

function keyValue<Kind extends keyof PartsOf>(
  words: KeyWords,
  kind: Kind,
  number: number,
  parts: PartsOf[Kind],
): string {
  return words[kind].value(number, parts)
}

function nameOfGroup<Kind extends keyof GroupOf>(words: GroupWords, kind: Kind, group: GroupOf[Kind]): string {
  return words[kind](group)
}
