import { isPresent, settingInteger } from '../attributes.ts'
import type { Finding } from '../checks/finding.ts'
import type { Range } from '../controllerLimits.ts'
import type { ControllerSettings } from '../settings.ts'
import { defineRow, type GroupOf, type SettingKey, type SettingRow } from './row.ts'

/** Row of the table for an integer that only some controllers have. `Which` identifies one of its settings. */
interface OptionalRowSpec<Kind extends string, Which extends object> {
  readonly kind: Kind
  /** Every setting of the kind, in the order of display. */
  readonly which: readonly Which[]
  /** True if it shapes the lamps of a cycle. */
  readonly isOfCycle?: true
  /** Returns the attribute's key on the wire. */
  readonly key: (which: Which) => string
  /** (V1) Both ends included. */
  readonly range: Range
  /** Unit of the value, such as `s`; null for a number without one. */
  readonly unit: string | null
  /** Returns its English name. */
  readonly name: (which: Which) => string
  /** Returns the findings for a value beyond its range. When a whole controller is checked, any value is passed. */
  readonly check?: (value: number, settings: ControllerSettings, which: Which) => readonly Finding[]
}

/** All optional settings of one kind. The value is undefined while it was never set. */
export type OptionalRow<Kind extends string, Which extends object> = SettingRow<
  Kind,
  Which,
  number | undefined,
  readonly [SettingKey<GroupOf<Kind, Which>>]
>

/** Makes the settings of a row that controllers have if they report one of its keys (R19). */
export function defineOptionalRow<const Kind extends string, Which extends object>(
  spec: OptionalRowSpec<Kind, Which>,
): OptionalRow<Kind, Which> {
  const { kind, which, isOfCycle, range, unit } = spec
  return defineRow({
    kind,
    which,
    ...(isOfCycle && { isOfCycle }),
    optional: true,
    keys: (one): readonly [SettingKey<GroupOf<Kind, Which>>] => [
      { key: spec.key(one), parts: { kind, ...one }, range, name: spec.name(one), ...(unit !== null && { unit }) },
    ],
    read: (values, one): number | undefined => {
      const key = spec.key(one)
      return isPresent(values, key) ? settingInteger(values, key) : undefined
    },
    write: (value, one): Record<string, number> => (value === undefined ? {} : { [spec.key(one)]: value }),
    of: ({ optional }, one) => optional?.[spec.key(one)],
    put: (settings, value, one) =>
      value === undefined ? settings : { ...settings, optional: { ...settings.optional, [spec.key(one)]: value } },
    check: (value, { settings }, one) => (value === undefined ? [] : (spec.check?.(value, settings, one) ?? [])),
  })
}
