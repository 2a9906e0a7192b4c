/** What a row of the table of settings says, and what every setting can do by it. */
import type { AttributeValues } from '../attributes.ts'
import type { Finding } from '../checks/finding.ts'
import { checkRange } from '../checks/ranges.ts'
import type { Range } from '../limits.ts'
import type { ControllerSettings } from '../settings.ts'

/** An attribute of a setting. */
export interface SettingKey<Parts = { readonly kind: string }> {
  /** The attribute's key, as it is on the wire. */
  readonly key: string
  /** What it is, for words in any language: a kind of its own, and the numbers that belong to it. */
  readonly parts: Parts
  /** (V1) What the specification allows; both ends included. */
  readonly range: Range
  /** What it is called in English: 'Plan 2 hour'. */
  readonly name: string
}

/** What a setting is judged by. */
interface CheckContext {
  /** The settings as they are kept, without the change that is judged. */
  readonly settings: ControllerSettings
  /** The client attributes, as far as they speak of these settings; left out while settings are judged that nobody runs yet. */
  readonly reported?: AttributeValues
}

/** (V1) Every whole number. */
export const ANY_WHOLE: Range = { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }

/** The number of a setting that there is one of: none. */
export type Only = Readonly<Record<never, never>>
export const ONLY: readonly Only[] = [{}]

/**
 * One row of the table: everything that a kind of setting is. `Which` tells its settings apart (`{ plan: 2 }`), `Value` is one
 * setting in the words of the field.
 */
export interface RowSpec<Kind extends string, Which extends object, Value, Keys extends readonly SettingKey[]> {
  readonly kind: Kind
  /** Every setting of the kind, in the order in which they are shown. */
  readonly which: readonly Which[]
  /** What it shapes: the lamps of a cycle, or the course of a day. What is found of a cycle is told before that of a day. */
  readonly shapes: 'cycle' | 'day'
  /** True where only some controllers have it: those that report one of its keys. */
  readonly optional?: boolean
  /** The attributes that its dialog saves together; a controller's answers to them are one delivery. */
  readonly keys: (which: Which) => Keys
  /** Reads a value from attributes. Total: any JSON gives a value; what is out of range stays so for V1 to name. */
  readonly read: (values: AttributeValues, which: Which) => Value
  /** Writes a value as its dialog saves it. */
  readonly write: (value: Value, which: Which) => Record<string, number>
  /** Returns its value among the settings of a controller. */
  readonly of: (settings: ControllerSettings, which: Which) => Value
  /** Returns the settings with its value replaced. */
  readonly put: (settings: ControllerSettings, value: Value, which: Which) => ControllerSettings
  /**
   * Returns what can be said of a value beyond the ranges of its keys (V1), which the table checks by itself. Values out of range
   * come here too, when a whole controller is checked: says nothing where they leave no sense.
   */
  readonly check: (value: Value, context: CheckContext, which: Which) => readonly Finding[]
  /** Returns the other settings whose findings a change of it may alter, and which its dialog speaks of too (V8). */
  readonly rechecks?: (settings: ControllerSettings, which: Which) => readonly Setting[]
}

/** A setting of a controller, whatever its value is: plan 2, the mode. */
export interface Setting<
  Group = { readonly kind: string },
  Keys extends readonly SettingKey[] = readonly SettingKey[],
> {
  /** Which setting it is. */
  readonly group: Group
  readonly keys: Keys
  /** The attribute keys alone. */
  readonly keyNames: readonly string[]
  readonly shapes: 'cycle' | 'day'
  readonly optional: boolean
  /** Returns the settings with its value as the attributes say. */
  readInto(settings: ControllerSettings, values: AttributeValues): ControllerSettings
  /** Returns its attributes, with the value that it has in the settings. */
  writeFrom(settings: ControllerSettings): Record<string, number>
  /** Returns what is said of it as it is kept, without ranges and without the settings that it re-checks. */
  remarks(context: CheckContext): readonly Finding[]
  /** Returns what its dialog would say of it as it is kept. */
  checkKept(context: CheckContext): readonly Finding[]
}

/** A setting with a type for its value: what a dialog works with. */
export interface SettingOf<Group, Value, Keys extends readonly SettingKey[] = readonly SettingKey[]>
  extends Setting<Group, Keys> {
  read(values: AttributeValues): Value
  write(value: Value): Record<string, number>
  of(settings: ControllerSettings): Value
  put(settings: ControllerSettings, value: Value): ControllerSettings
  /** Returns what its dialog says of a value before it is sent: errors of range alone (V1), else all findings, those of V8 too. */
  check(value: Value, context: CheckContext): readonly Finding[]
}

/** All settings of one kind. */
export interface SettingRow<Kind extends string, Which extends object, Value, Keys extends readonly SettingKey[]> {
  readonly kind: Kind
  readonly settings: readonly SettingOf<GroupOf<Kind, Which>, Value, Keys>[]
  /** Returns one of them: `planRow.at({ plan: 2 })`. */
  at(which: Which): SettingOf<GroupOf<Kind, Which>, Value, Keys>
}

type GroupOf<Kind extends string, Which extends object> = Readonly<{ kind: Kind } & Which>

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
    const changed = { settings: spec.put(context.settings, value, which) }
    const others = spec.rechecks?.(context.settings, which) ?? []
    return [...spec.check(value, context, which), ...others.flatMap((other) => other.checkKept(changed))]
  }
  return {
    group: { kind: spec.kind, ...which },
    keys,
    keyNames: keys.map(({ key }) => key),
    shapes: spec.shapes,
    optional: spec.optional ?? false,
    readInto: (settings, values) => spec.put(settings, spec.read(values, which), which),
    writeFrom: (settings) => spec.write(spec.of(settings, which), which),
    remarks: (context) => spec.check(spec.of(context.settings, which), context, which),
    checkKept: (context) => check(spec.of(context.settings, which), context),
    read: (values) => spec.read(values, which),
    write: (value) => spec.write(value, which),
    of: (settings) => spec.of(settings, which),
    put: (settings, value) => spec.put(settings, value, which),
    check,
  }
}

/** (V1) Returns what is out of range among the values that a setting's keys have. */
function checkKeys(keys: readonly SettingKey[], values: AttributeValues): Finding[] {
  return keys.flatMap(({ key, range }) =>
    Object.hasOwn(values, key) ? (checkRange(key, values[key], range) ?? []) : [],
  )
}

/** Returns a text that is the same for the same members: 'kind plan, plan 2'. */
export function nameOf(which: object): string {
  return Object.entries(which)
    .map(([name, value]) => `${name} ${String(value)}`)
    .sort()
    .join(', ')
}
