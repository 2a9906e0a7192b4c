/** Preview of a change at many junctions, before anything is sent. */
import { holdEndMs } from '@greenwave/changes/holdEnd'
import type { AttributeSet } from '@greenwave/contract/records/changeRecords'
import type { Rollout } from '@greenwave/contract/records/rollouts'
import type { Finding } from '@greenwave/controller/checks/finding'
import { AUTOMATIC_MODE } from '@greenwave/controller/mode'
import { SETTINGS } from '@greenwave/controller/settingTable/table'
import { plainValues, runningSettings } from '@greenwave/observer/inEffect'
import { COPY_PARTS, type CopyPart, copiedValues } from '@greenwave/rollout/copyParts'
import type { PreviewedJunction } from '@greenwave/rollout/newRollout'
import { previewOf } from '@greenwave/rollout/preview'
import type { KnownFacts } from '../../../data/queries/rollouts.ts'
import { findingKey } from '../../../shared/useFindingText.ts'
import type { ModeEnd, NewRolloutAddress } from './newRolloutAddress.ts'

/** Change to be sent. */
export interface Meant extends Pick<Rollout, 'kind' | 'values' | 'title' | 'until'> {
  /** The mode ends at each junction with its next change of plan after this time, epoch milliseconds. */
  readonly plansFromMs?: number
}

/** A finding with the junctions at which it was found. */
export interface FoundAt {
  readonly finding: Finding
  readonly ids: readonly string[]
}

/** The preview of a change of many junctions. */
export interface Preview {
  /** Junctions to which it would be sent, in order: connected ones first. */
  readonly changing: readonly PreviewedJunction[]
  /**
   * How many have the values already, how many cannot have them, at how many no other plan follows with which the mode
   * could end, and how many are no devices any more.
   */
  readonly same: number
  readonly refused: number
  readonly endless: number
  readonly gone: number
  /** The keys that differ anywhere, in the order of the table of settings. */
  readonly keys: readonly string[]
  readonly findings: readonly FoundAt[]
}

const MINUTES: Readonly<Record<Exclude<ModeEnd, 'plan'>, number | null>> = { m15: 15, m60: 60, m240: 240, never: null }
const NONE: ReadonlyMap<string, AttributeSet | null> = new Map()
const KEYS = SETTINGS.flatMap(({ keyNames }) => keyNames)

/** Returns the parts that an address names. */
export function partsOf({ parts = '' }: Pick<NewRolloutAddress, 'parts'>): readonly CopyPart[] {
  const named = parts.split(',')
  return COPY_PARTS.filter((part) => named.includes(part))
}

/** Returns the parts that have any of these keys. */
export function partsWith(keys: readonly string[]): readonly CopyPart[] {
  const all = Object.fromEntries(KEYS.map((key) => [key, 1]))
  const found = COPY_PARTS.filter(
    (part) => part !== 'all' && Object.keys(copiedValues(all, [part])).some((key) => keys.includes(key)),
  )
  const ofParts = new Set(Object.keys(copiedValues(all, found)))
  return keys.every((key) => ofParts.has(key)) ? found : ['all']
}

/** Reads the change from an address. `source` is the junction that is copied, once it is known. */
export function meantBy(address: NewRolloutAddress, source: KnownFacts | undefined, nowMs: number): Meant {
  const { task, mode, end } = address
  if (task === 'clock') return { kind: 'clock', values: {} }
  // Each junction has values of its own.
  if (task === 'values') return { kind: 'settings', values: {} }
  if (task === 'settings') {
    return { kind: 'settings', values: source ? copiedValues(plainValues(source.shared), partsOf(address)) : {} }
  }
  const values = { Mode: mode }
  if (mode === AUTOMATIC_MODE) return { kind: 'mode', values }
  if (end === 'plan') return { kind: 'mode', values, plansFromMs: nowMs }
  const minutes = MINUTES[end]
  return { kind: 'mode', values, until: minutes === null ? null : nowMs + minutes * 60_000 }
}

/** Returns when a mode ends that ends with a junction's next change of plan; undefined if no other plan follows. */
function nextPlanMs({ shared, client }: KnownFacts, nowMs: number): number | undefined {
  const settings = runningSettings(shared, client)
  return holdEndMs('nextPlan', { nowMs, settings, timeMs: Number.NaN }) ?? undefined
}

/** Returns junctions with the ends that their mode has if it is sent now, and the last of these; others as they are. */
export function endingNow(
  junctions: readonly PreviewedJunction[],
  facts: ReadonlyMap<string, KnownFacts>,
  nowMs: number,
): { readonly junctions: readonly PreviewedJunction[]; readonly untilMs: number | undefined } {
  const ending = junctions.map((junction) => {
    const known = facts.get(junction.id)
    const until = junction.until !== undefined && known ? nextPlanMs(known, nowMs) : undefined
    return until === undefined ? junction : { ...junction, until }
  })
  const untils = ending.flatMap(({ until }) => until ?? [])
  return { junctions: ending, untilMs: untils.length === 0 ? undefined : Math.max(...untils) }
}

/**
 * Returns the preview for these junctions, as far as they are known. `own` is what each alone is to have; null for one
 * that cannot have it.
 */
export function previewAll(
  meant: Meant,
  ids: readonly string[],
  facts: ReadonlyMap<string, KnownFacts>,
  own: ReadonlyMap<string, AttributeSet | null> = NONE,
): Preview {
  const { plansFromMs } = meant
  const there = ids.flatMap((id) => {
    const found = facts.get(id)
    return found ? [{ id, found, until: plansFromMs === undefined ? undefined : nextPlanMs(found, plansFromMs) }] : []
  })
  const endless = plansFromMs === undefined ? [] : there.filter(({ until }) => until === undefined)
  const unable = there.filter(({ id }) => own.get(id) === null)
  const ending = there.filter((one) => !endless.includes(one) && !unable.includes(one))
  const known = ending.map(({ id, found, until }): PreviewedJunction => {
    const values = own.get(id) ?? undefined
    const rollout = { ...meant, values: { ...meant.values, ...values }, until: until ?? meant.until }
    return { id, preview: previewOf(rollout, found), ...(values && { values }), ...(until !== undefined && { until }) }
  })
  const isSame = ({ preview }: PreviewedJunction) => meant.kind !== 'clock' && preview.cells.length === 0
  const others = known.filter((junction) => !isSame(junction))
  const sent = others.filter(({ preview }) => !preview.isRefused)
  const changing = [...sent.filter(connected), ...sent.filter((junction) => !connected(junction))]
  const keys = new Set(others.flatMap(({ preview }) => preview.cells.map(({ key }) => key)))
  return {
    changing,
    same: known.length - others.length,
    refused: others.length - sent.length + unable.length,
    endless: endless.length,
    gone: ids.length - there.length,
    keys: KEYS.filter((key) => keys.has(key)),
    findings: foundAt(changing),
  }
}

const connected = ({ preview }: PreviewedJunction) => preview.connected

function foundAt(junctions: readonly PreviewedJunction[]): readonly FoundAt[] {
  const byKey = new Map<string, { readonly finding: Finding; readonly ids: string[] }>()
  for (const { id, preview } of junctions) {
    for (const finding of preview.findings) {
      const key = findingKey(finding)
      const found = byKey.get(key) ?? { finding, ids: [] }
      found.ids.push(id)
      byKey.set(key, found)
    }
  }
  return [...byKey.values()]
}
