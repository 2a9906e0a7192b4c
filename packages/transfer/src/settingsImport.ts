/** Settings from a file, on their way to the junctions: what would change, and sending it. */
import { writeChange } from '@greenwave/changes/writeChange'
import type { CallApi } from '@greenwave/client/callTypes'
import type { DeviceInfo } from '@greenwave/contract/wire/devices'
import { hasErrors } from '@greenwave/controller/checks/finding'
import type { PhaseNames } from '@greenwave/controller/phaseNames'
import { plainValues } from '@greenwave/observer/inEffect'
import { fetchJunctionFacts } from '@greenwave/rollout/junctionFacts'
import { differingValues, holdOf, valuesFor } from '@greenwave/rollout/meantValues'
import { type JunctionPreview, previewOf } from '@greenwave/rollout/preview'
import pMap from 'p-map'
import { type FileProblem, problemAt } from './fileProblem.ts'
import type { ParsedJunction } from './settingsFile.ts'

/** A junction of a file with what would change there. */
export interface ImportedJunction {
  readonly junction: ParsedJunction
  readonly deviceId: string
  /** The label that the platform has. */
  readonly label: string
  readonly phaseNames: PhaseNames
  readonly preview: JunctionPreview
}

/** Preview of an import. */
export interface ImportPreview {
  readonly junctions: readonly ImportedJunction[]
  /** Nothing may be sent while there is one. */
  readonly problems: readonly FileProblem[]
}

/** How many junctions are read at once: enough to hide a slow line, too few to be in the way of consoles. */
const CALLS_AT_ONCE = 4

const asRollout = ({ settings }: Pick<ParsedJunction, 'settings'>) => ({ kind: 'settings', values: settings }) as const

/**
 * Compares the junctions of a file with what they have. Rejects as the calls do.
 *
 * @param devices by name
 * @param onProgress called with the compared share, 0..1
 */
export async function previewImport(
  call: CallApi<'attributes'>,
  junctions: readonly ParsedJunction[],
  devices: ReadonlyMap<string, Pick<DeviceInfo, 'id' | 'label'>>,
  onProgress: (share: number) => void = () => undefined,
  signal?: AbortSignal,
): Promise<ImportPreview> {
  const problems: FileProblem[] = []
  const found: ImportedJunction[] = []
  let done = 0
  const work = async (junction: ParsedJunction) => {
    const { line, name } = junction
    const device = devices.get(name)
    if (device) {
      const facts = await fetchJunctionFacts(call, device.id.id, signal)
      const own = valuesFor({ values: junction.settings }, facts)
      const strange = Object.keys(junction.settings).filter((key) => !Object.hasOwn(own, key))
      problems.push(...strange.map((key) => problemAt(line, key, 'notReported', {})))
      const preview = previewOf(asRollout(junction), facts)
      const errors = hasErrors(preview.findings) ? preview.findings.filter(({ level }) => level === 'error') : []
      problems.push(...errors.map((finding) => problemAt(line, finding.field, 'value', { finding })))
      found.push({
        junction,
        deviceId: device.id.id,
        label: device.label ?? '',
        phaseNames: facts.phaseNames ?? [],
        preview,
      })
    } else {
      problems.push(problemAt(line, 'name', 'unknownName', { name }))
    }
    done += 1
    onProgress(done / junctions.length)
  }
  await pMap(junctions, work, { concurrency: CALLS_AT_ONCE })
  return {
    junctions: found.toSorted((a, b) => a.junction.line - b.junction.line),
    problems: problems.toSorted((a, b) => a.line - b.line),
  }
}

/** Who imports what, and why. */
export interface Importing {
  readonly call: CallApi<'attributes' | 'saveTimeseries' | 'saveAttributes' | 'deleteAttributes'>
  /** The same for all junctions of one import. */
  readonly importId: string
  readonly by: { readonly id: string; readonly name: string }
  readonly from: string
  readonly why: string
  /** The platform's time, epoch milliseconds. */
  readonly nowMs: () => number
}

/**
 * Result at a junction. `changed`: nothing was sent, because a value changed after the preview;
 * `same`: it has all of them by now.
 */
export type ImportOutcome = 'sent' | 'same' | 'changed'

/** Sends the settings of one junction as one change. Rejects as the calls do; the same import may be sent again. */
export async function sendImported(importing: Importing, imported: ImportedJunction): Promise<ImportOutcome> {
  const { call, importId, by, from, why, nowMs } = importing
  const { deviceId, junction, preview } = imported
  const facts = await fetchJunctionFacts(call, deviceId)
  const values = differingValues({ values: junction.settings }, facts)
  if (Object.keys(values).length === 0) return 'same'
  if (previewOf(asRollout(junction), facts).was !== preview.was) return 'changed'
  const { settled } = await writeChange(call, {
    ...{ id: `${importId}/${deviceId}`, at: nowMs(), by, from, why, batch: importId },
    ...{ deviceId, scope: 'SHARED_SCOPE', present: plainValues(facts.shared), values },
    // A file has no end of a mode.
    hold: holdOf({ values, until: null, why }, by.name),
    holdBefore: facts.hold,
    phaseNames: facts.phaseNames,
  })
  await settled
  return 'sent'
}
