/** Values that a rollout writes to one junction. */

import type { AttributeSet } from '@greenwave/contract/records/changeRecords'
import type { Hold } from '@greenwave/contract/records/holds'
import type { Rollout } from '@greenwave/contract/records/rollouts'
import { textHash } from '@greenwave/contract/text'
import { reportsKey, sameValue } from '@greenwave/controller/delivery'
import { parseInteger } from '@greenwave/controller/integer'
import { MODE_KEY } from '@greenwave/controller/keys'
import { AUTOMATIC_MODE, modeKind } from '@greenwave/controller/mode'
import { settingsWhere } from '@greenwave/controller/settingTable/table'
import type { JunctionFacts } from './junctionFacts.ts'

/** Returns the values of a rollout that this junction can have: optional ones only if its controller reports them. */
export function valuesFor(rollout: Pick<Rollout, 'values'>, { client }: Pick<JunctionFacts, 'client'>): AttributeSet {
  const own = new Set(settingsWhere((key) => reportsKey(client, key)).flatMap(({ keyNames }) => keyNames))
  return Object.fromEntries(Object.entries(rollout.values).filter(([key]) => own.has(key)))
}

/** Returns whether values have a mode that stays until it is ended: flashing, or green on one route. */
export function holdsMode(values: AttributeSet): boolean {
  const mode = parseInteger(values[MODE_KEY])
  return mode !== undefined && modeKind(mode).kind !== 'automatic'
}

/** Returns the hold of the mode that is written with some values; undefined if none is, or an automatic one. */
export function holdOf(
  { values, until, why }: Pick<Rollout, 'values' | 'until' | 'why'>,
  by: string,
): Hold | undefined {
  if (until === undefined || !holdsMode(values)) return undefined
  return { mode: Number(values[MODE_KEY]), until, back: AUTOMATIC_MODE, by, why }
}

/**
 * Selects the values of a rollout that differ from those of the junction. A mode with a stated end
 * is always written, because the present one may end at another time, or never.
 */
export function differingValues(
  rollout: Pick<Rollout, 'values' | 'until'>,
  facts: Pick<JunctionFacts, 'client' | 'shared'>,
): AttributeSet {
  const values = Object.entries(valuesFor(rollout, facts))
  const isSaid = (key: string): boolean => key === MODE_KEY && rollout.until !== undefined
  return Object.fromEntries(values.filter(([key, value]) => isSaid(key) || !sameValue(facts.shared[key]?.value, value)))
}

/**
 * Fingerprint of all values that a rollout is about to overwrite at a junction. The text changes when one of these
 * values changes, or the capabilities that the controller reports. 3 and '3' are equal.
 */
export function fingerprint(rollout: Pick<Rollout, 'values'>, facts: Pick<JunctionFacts, 'client' | 'shared'>): string {
  const keys = Object.keys(valuesFor(rollout, facts)).sort()
  const present = keys.map((key) => {
    const value = facts.shared[key]?.value
    return [key, parseInteger(value) ?? value ?? null]
  })
  return textHash(JSON.stringify(present)).toString(36)
}
