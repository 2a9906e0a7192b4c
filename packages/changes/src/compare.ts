/** Compares two sets of settings, key by key, in the order of the table of settings. */

import type { AttributeSet } from '@greenwave/contract/records/changeRecords'
import type { JsonValue } from '@greenwave/contract/wire/attributes'
import { ofPhase, PHASES } from '@greenwave/controller/controllerLimits'
import { sameValue } from '@greenwave/controller/delivery'
import { greenKey, MODE_KEY, RED_CLEARANCE_KEY, YELLOW_KEY } from '@greenwave/controller/keys'
import { SETTINGS, STATEMENTS } from '@greenwave/controller/settingTable/table'
import type { Junction } from '@greenwave/observer/junction'

/** A key of two sets; undefined: not set. */
export interface ComparedKey {
  readonly key: string
  readonly left: JsonValue | undefined
  readonly right: JsonValue | undefined
  readonly isSame: boolean
}

const ORDER = new Map([...SETTINGS, ...STATEMENTS].flatMap(({ keyNames }) => keyNames).map((key, nth) => [key, nth]))

/** Returns every key that either set has. 3 and '3' are the same setting. */
export function compareSettings(left: AttributeSet, right: AttributeSet): readonly ComparedKey[] {
  const keys = [...new Set([...Object.keys(left), ...Object.keys(right)])]
  const placeOf = (key: string) => ORDER.get(key) ?? ORDER.size
  return keys
    .sort((a, b) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1))
    .map((key) => ({ key, left: left[key], right: right[key], isSame: sameValue(left[key], right[key]) }))
}

/** Returns the keys of both sets alone: what is seen of the street is compared with no more than was seen. */
export function keysOfBoth(compared: readonly ComparedKey[]): readonly ComparedKey[] {
  return compared.filter(({ left, right }) => left !== undefined && right !== undefined)
}

/** Marks keys without a requested value as equal: the controller alone decides them. */
export function sameWhereUnasked(compared: readonly ComparedKey[], asked: 'left' | 'right'): readonly ComparedKey[] {
  return compared.map((one) => (one[asked] === undefined ? { ...one, isSame: true } : one))
}

/**
 * Returns the settings that the street shows: its mode, and of the last whole cycle the greens of its program and the
 * times after them, where they are the same after every green. What was not seen is missing.
 */
export function observedSettings({ street, wholeCycle }: Pick<Junction, 'street' | 'wholeCycle'>): AttributeSet {
  const seen: Record<string, JsonValue> = {}
  if (street?.mode) seen[MODE_KEY] = street.mode.mode
  const program = wholeCycle?.program
  if (!wholeCycle || !program) return seen
  for (const phase of PHASES) seen[greenKey(program, phase)] = ofPhase(wholeCycle.phases, phase).green
  const served = wholeCycle.phases.filter(({ green }) => green > 0)
  for (const [key, part] of [
    [YELLOW_KEY, 'yellow'],
    [RED_CLEARANCE_KEY, 'clearance'],
  ] as const) {
    const [first, ...others] = new Set(served.map((phase) => phase[part]))
    if (first !== undefined && others.length === 0) seen[key] = first
  }
  return seen
}
