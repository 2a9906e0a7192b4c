import { parseInteger } from '@greenwave/controller/integer'
import { LATITUDE_KEY, LONGITUDE_KEY } from '@greenwave/controller/keys'
import { modeChoice } from '@greenwave/controller/mode'
import {
  type OptionalGroup,
  parseSettingKey,
  type SettingGroup,
  type SettingKeyParts,
} from '@greenwave/controller/settingTable/table'
import { IMAGE_KEY } from '../data/device/image.ts'
import { useTexts } from '../texts/useTexts.ts'
import { usePhaseNames } from './phaseNames.ts'

export interface SettingWords {
  /** Returns the name of an attribute key; the key itself if it is no setting. */
  readonly nameOf: (key: string) => string
  /** Returns the text of a value, with its unit; the text for "nothing" if it was never set. */
  readonly valueText: (key: string, value: unknown) => string
  /** Returns the short name of a setting. */
  readonly groupName: (group: SettingGroup) => string
  /** Returns one of the texts of an optional setting. */
  readonly optionalText: (group: OptionalGroup, text: OptionalText) => string
}

/**
 * The texts of an optional setting:
 *
 * - name: its short name, which is also the title of its dialog and the name of its key
 * - label: its name beside its value, where it is clear to which program it belongs
 * - edit: the name of the button that opens its dialog
 * - field: the label of the dialog's field, with the unit
 * - failed: for a failed save for which the platform gives no message
 * - kind: the name of all settings of its kind
 */
type OptionalText = 'name' | 'label' | 'edit' | 'field' | 'failed' | 'kind'

type PartsOf = { readonly [Parts in SettingKeyParts as Parts['kind']]: Parts }
type GroupOf = { readonly [Group in SettingGroup as Group['kind']]: Group }
type OptionalOf = { readonly [Group in OptionalGroup as Group['kind']]: Group }

/** Texts for every kind of key in the table. A kind without texts does not compile. */
type KeyWords = {
  readonly [Kind in keyof PartsOf]: {
    readonly name: (parts: PartsOf[Kind]) => string
    readonly value: (number: number, parts: PartsOf[Kind]) => string
  }
}

/** Texts for every kind of setting in the table. */
type GroupWords = { readonly [Kind in keyof GroupOf]: { readonly name: (group: GroupOf[Kind]) => string } }

/** Texts for every kind of optional setting in the table. */
type OptionalWords = { readonly [Kind in keyof OptionalOf]: WordsOfOptional<OptionalOf[Kind]> }

interface WordsOfOptional<Group> {
  readonly name: (group: Group) => string
  readonly value: (number: number) => string
  readonly text: (text: OptionalText, group: Group) => string
}

/** Returns the texts for settings, their names and their values, in the chosen language. */
export function useSettingWords(): SettingWords {
  const t = useTexts('device')
  const { inText } = usePhaseNames()
  const seconds = (count: number) => t('seconds', { count })

  const optional: OptionalWords = {
    offset: optionalWords((text, group) => t(`offset.${text}`, group), seconds),
  }

  const keys: KeyWords = {
    ...optional,
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
      name: (parts) =>
        t(parts.part === 'green' ? 'setting.programGreen' : 'setting.programStart', {
          ...parts,
          phase: inText(parts.phase),
        }),
      value: seconds,
    },
    period: { name: (parts) => t('setting.programPeriod', parts), value: seconds },
  }

  const groups: GroupWords = {
    ...optional,
    mode: keys.mode,
    planTotal: keys.planTotal,
    clearance: { name: () => t('setting.clearance') },
    plan: { name: (group) => t('plan', group) },
    program: { name: (group) => t('program', group) },
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

  return {
    nameOf,
    valueText,
    groupName: (group) => nameOfGroup(groups, group.kind, group),
    optionalText: (group, text) => textOfOptional(optional, group.kind, group, text),
  }
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
  return words[kind].name(group)
}

function textOfOptional<Kind extends keyof OptionalOf>(
  words: OptionalWords,
  kind: Kind,
  group: OptionalOf[Kind],
  text: OptionalText,
): string {
  return words[kind].text(text, group)
}

/** Returns the texts of an optional setting. Its only key has its name and its numbers. */
function optionalWords<Group>(
  text: WordsOfOptional<Group>['text'],
  value: (number: number) => string,
): WordsOfOptional<Group> {
  return { name: (group) => text('name', group), value, text }
}

/** Returns the text key of a mode's name. Values without an option of their own count as automatic. */
export function modeTextKey(mode: number) {
  return `mode.${modeChoice(mode).name}` as const
}
