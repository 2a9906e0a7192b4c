/** The definition of a row of the table of settings, and the operations of every setting that follow from it. */
import type { AttributeValues } from '../attributes.ts'
import { type Finding, found } from '../checks/finding.ts'
import type { OwnLimits } from '../checks/ownLimits.ts'
import { checkRange } from '../checks/ranges.ts'
import type { Range } from '../controllerLimits.ts'
import type { ControllerSettings } from '../settings.ts'

/** An attribute of a setting. */
export interface SettingKey<Parts = { readonly kind: string }> {
  /** The attribute's key on the wire. */
  readonly key: string
  /** Identifies the key for words in any language: its kind, and its numbers. */
  readonly parts: Parts
  /** (V1) The specification's range; both ends included. */
  readonly range: Range
  /** English name: 'Plan 2 hour'. */
  readonly name: string
  /** Unit of its value, such as `s`; left out for a number without one. */
  readonly unit?: string
}

/** Facts about a controller beside its settings. */
interface Known {
  /** The client attributes, if they belong to these settings; left out for settings that no controller runs yet. */
  readonly reported?: AttributeValues
  /** The limits of this junction; left out where nothing is known of its streets. */
  readonly limits?: OwnLimits | undefined
}

/** The data with which the value of one setting is checked before it is sent. */
interface EditContext extends Known {
  /** The stored settings, without the change that is checked. */
  readonly settings: ControllerSettings
}

/** The data with which settings are checked. What a change brings about follows from both sides of it. */
interface CheckContext extends Known {
  /** The settings as they would be, with everything that is changed. */
  readonly settings: ControllerSettings
  /** The settings without the change; the same where nothing is changed. */
  readonly before: ControllerSettings
}

/** (V1) The range of all whole numbers. */
export const ANY_WHOLE: Range = { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }

/** Identifies a setting that exists only once, so without any number. */
export type Only = Readonly<Record<never, never>>
export const ONLY: readonly Only[] = [{}]

/**
 * One row of the table: everything about a kind of setting. `Which` identifies one of its settings (`{ plan: 2 }`),
 * `Value` is the type of a setting's value.
 */
export interface RowSpec<Kind extends string, Which extends object, Value, Keys extends readonly SettingKey[]> {
  readonly kind: Kind
  /** Every setting of the kind, in the order of display. */
  readonly which: readonly Which[]
  /** True if it shapes the lamps of a cycle. The findings of these settings are listed before all others. */
  readonly isOfCycle?: true
  /** True if only some controllers have it: those that report one of its keys. */
  readonly optional?: boolean
  /** The attributes that its dialog saves together. A controller's reports of them are one delivery. */
  readonly keys: (which: Which) => Keys
  /**
   * Reads a value from attributes. Never throws: any JSON gives a value, and values out of range are kept for V1 to
   * find.
   */
  readonly read: (values: AttributeValues, which: Which) => Value
  /** Returns the attributes that its dialog saves for a value. */
  readonly write: (value: Value, which: Which) => Record<string, number>
  /** Returns its value among the settings of a controller. */
  readonly of: (settings: ControllerSettings, which: Which) => Value
  /** Returns the settings with its value replaced. */
  readonly put: (settings: ControllerSettings, value: Value, which: Which) => ControllerSettings
  /**
   * Returns the findings for a value beyond the ranges of its keys (V1), which the table checks itself. The settings of
   * the context have the value. When a whole controller is checked, values out of range are passed too; return no
   * findings where these make no sense.
   */
  readonly check: (value: Value, context: CheckContext, which: Which) => readonly Finding[]
  /**
   * Returns the other settings whose findings may change with this one. Its dialog shows their findings too (V8), errors
   * of range as advice.
   */
  readonly rechecks?: (settings: ControllerSettings, which: Which) => readonly Setting[]
}

/** A setting of a controller, without the type of its value: plan 2, the mode. */
export interface Setting<
  Group = { readonly kind: string },
  Keys extends readonly SettingKey[] = readonly SettingKey[],
> {
  /** Identifies the setting. */
  readonly group: Group
  readonly keys: Keys
  /** The attribute keys as texts. */
  readonly keyNames: readonly string[]
  readonly isOfCycle: boolean
  readonly optional: boolean
  /** Returns the settings with its value read from the attributes. */
  readInto(settings: ControllerSettings, values: AttributeValues): ControllerSettings
  /** Returns its attributes for the value that it has in the settings. */
  writeFrom(settings: ControllerSettings): Record<string, number>
  /** Returns the findings for its value in the settings, without ranges and without the settings that it re-checks. */
  remarks(context: CheckContext): readonly Finding[]
  /** Returns the findings that its dialog would show for its value in the settings. */
  checkKept(context: CheckContext): readonly Finding[]
}

/** A setting with the type of its value, as dialogs use it. */
export interface SettingOf<Group, Value, Keys extends readonly SettingKey[] = readonly SettingKey[]>
  extends Setting<Group, Keys> {
  read(values: AttributeValues): Value
  write(value: Value): Record<string, number>
  of(settings: ControllerSettings): Value
  put(settings: ControllerSettings, value: Value): ControllerSettings
  /**
   * Returns the findings for a value before it is sent: only errors of range if there are any (V1), otherwise all
   * findings, including V8's.
   */
  check(value: Value, context: EditContext): readonly Finding[]
}

/** All settings of one kind. */
export interface SettingRow<Kind extends string, Which extends object, Value, Keys extends readonly SettingKey[]> {
  readonly kind: Kind
  readonly settings: readonly SettingOf<GroupOf<Kind, Which>, Value, Keys>[]
  /** Returns one of the settings: `planRow.at({ plan: 2 })`. */
  at(which: Which): SettingOf<GroupOf<Kind, Which>, Value, Keys>
}

/** Identifies a setting of a row. */
export type GroupOf<Kind extends string, Which extends object> = Readonly<{ kind: Kind } & Which>

/** Makes the settings of a row. */
export function defineRow<
  const Kind extends string,
  Which extends object,
  Value,
  const Keys extends readonly SettingKey[],
>(spec: RowSpec<Kind, Which, Value, Keys>): SettingRow<Kind, Which, Value, Keys> {
  const settings = new Map(spec.which.map((which) => [nameOf(which), makeSetting(spec, which)]))
  return {
    kind: spec.kind,
    settings: [...settings.values()],
    at: (which) => settings.get(nameOf(which)) ?? makeSetting(spec, which),
  }
}

function makeSetting<Kind extends string, Which extends object, Value, Keys extends readonly SettingKey[]>(
  spec: RowSpec<Kind, Which, Value, Keys>,
  which: Which,
): SettingOf<GroupOf<Kind, Which>, Value, Keys> {
  const keys = spec.keys(which)
  const check = (value: Value, context: CheckContext): readonly Finding[] => {
    const errors = checkKeys(keys, spec.write(value, which))
    if (errors.length > 0) return errors
    // What the controller reports of the others belongs to their values without this change.
    const { reported: _, ...unreported } = context
    const others = spec.rechecks?.(context.settings, which) ?? []
    return [
      ...spec.check(value, context, which),
      ...others.flatMap((other) => other.checkKept(unreported).map(asAdvice)),
    ]
  }
  return {
    group: { kind: spec.kind, ...which },
    keys,
    keyNames: keys.map(({ key }) => key),
    isOfCycle: spec.isOfCycle ?? false,
    optional: spec.optional ?? false,
    readInto: (settings, values) => spec.put(settings, spec.read(values, which), which),
    writeFrom: (settings) => spec.write(spec.of(settings, which), which),
    remarks: (context) => spec.check(spec.of(context.settings, which), context, which),
    checkKept: (context) => check(spec.of(context.settings, which), context),
    read: (values) => spec.read(values, which),
    write: (value) => spec.write(value, which),
    of: (settings) => spec.of(settings, which),
    put: (settings, value) => spec.put(settings, value, which),
    check: (value, context) =>
      check(value, { ...context, settings: spec.put(context.settings, value, which), before: context.settings }),
  }
}

/**
 * Returns a finding about another setting as the dialog of this one shows it. A value that becomes wrong there is
 * corrected in its own dialog, so it must not block this one.
 */
function asAdvice(finding: Finding): Finding {
  return finding.code === 'outOfRange' ? found('leftOutOfRange', finding.field, finding.params) : finding
}

/** (V1) Returns the range findings for the values of a setting's keys. */
function checkKeys(keys: readonly SettingKey[], values: AttributeValues): Finding[] {
  return keys.flatMap(({ key, range }) =>
    Object.hasOwn(values, key) ? (checkRange(key, values[key], range) ?? []) : [],
  )
}

/** Returns the same text for objects with the same members: 'kind plan, plan 2'. */
export function nameOf(which: object): string {
  return Object.entries(which)
    .map(([name, value]) => `${name} ${String(value)}`)
    .sort()
    .join(', ')
}
