/** Preview of a rollout at one junction, before anything is sent. */
import type { JsonValue } from '@greenwave/contract/wire/attributes'
import type { Rollout } from '@greenwave/contract/records/rollouts'
import { checkConnection } from '@greenwave/controller/checks/connection'
import { type Finding, hasErrors } from '@greenwave/controller/checks/finding'
import { reportsKey } from '@greenwave/controller/delivery'
import { parseSettings } from '@greenwave/controller/settingTable/allSettings'
import { checkChange } from '@greenwave/controller/settingTable/checkChange'
import { settingsWhere } from '@greenwave/controller/settingTable/table'
import { plainValues } from '@greenwave/observer/inEffect'
import type { JunctionFacts } from './junctionFacts.ts'
import { differingValues, fingerprint, valuesFor } from './meantValues.ts'

/** A value that would change. */
interface ChangedCell {
  readonly key: string
  readonly before: unknown
  readonly after: JsonValue
}

/** Preview at one junction. */
export interface JunctionPreview {
  /** Only what differs; empty if nothing would be sent. */
  readonly cells: readonly ChangedCell[]
  /** Findings for the settings after the rollout. */
  readonly findings: readonly Finding[]
  readonly connected: boolean
  /** Whether it cannot be sent: values are out of range, or the clock of a controller that is away. */
  readonly isRefused: boolean
  /** Fingerprint that must still hold when the rollout is sent. */
  readonly was: string
}

/** Previews a rollout at a junction. */
export function previewOf(rollout: Pick<Rollout, 'kind' | 'values' | 'until'>, facts: JunctionFacts): JunctionPreview {
  const { shared, connected } = facts
  const was = fingerprint(rollout, facts)
  if (rollout.kind === 'clock') {
    return { cells: [], findings: checkConnection(connected), connected, isRefused: !connected, was }
  }
  const differing = Object.entries(differingValues(rollout, facts))
  const cells = differing.map(([key, after]) => ({ key, before: shared[key]?.value, after }))
  const findings = findingsOf(cells, rollout, facts)
  return {
    cells,
    findings: cells.length === 0 ? [] : [...findings, ...checkConnection(connected)],
    connected,
    isRefused: hasErrors(findings),
    was,
  }
}

function findingsOf(
  cells: readonly ChangedCell[],
  rollout: Pick<Rollout, 'values'>,
  facts: JunctionFacts,
): readonly Finding[] {
  const { shared, client, limits } = facts
  const keys = cells.map(({ key }) => key)
  const present = plainValues(shared)
  const has = settingsWhere((key) => reportsKey(client, key))
  const after = { ...present, ...valuesFor(rollout, facts) }
  return checkChange({ before: parseSettings(present, has), after, keys, has, limits })
}
