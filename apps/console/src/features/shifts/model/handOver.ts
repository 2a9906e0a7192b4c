/** Content of a hand-over: everything that the next shift must know, from what the console follows. */
import type { HistoryEntry } from '@greenwave/changes/historyEntry'
import type { HandOver, ShiftAct, ShiftHold, ShiftIncident } from '@greenwave/contract/records/shifts'
import type { AlarmCommentInfo } from '@greenwave/contract/wire/alarmComments'
import { personOf } from '../../../data/alarmWords.ts'
import type { FleetJunction } from '../../../data/fleet/fleetJunction.ts'
import type { Incident } from '../../../data/fleet/incident.ts'
import { isWritten } from '../../../shared/useNoteText.ts'

/** Most bytes of a hand-over as JSON: a value of the platform has a limit, and a list of hand-overs is read as a whole. */
export const MOST_BYTES = 60_000

/** The most changes in a hand-over, and the most that are counted. */
const MOST_CHANGES = 200
const MOST_COUNTED = 10_000

/** Changes of a shift. */
export interface ShiftChanges {
  /** The last changes, the last one first. */
  readonly newest: readonly HistoryEntry[]
  /** Number of earlier ones that are left out. */
  readonly more: number
}

/** Collects the last changes since a time, epoch milliseconds, and counts the others. The steps of the history are newest first. */
export async function collectChanges(
  steps: AsyncIterable<{ readonly entries: readonly HistoryEntry[] }>,
  fromMs: number,
): Promise<ShiftChanges> {
  let newest: readonly HistoryEntry[] = []
  let count = 0
  for await (const { entries } of steps) {
    const since = entries.filter(({ atMs }) => atMs >= fromMs)
    count += since.length
    newest = [...newest, ...since].toSorted((a, b) => b.atMs - a.atMs).slice(0, MOST_CHANGES)
    if (count >= MOST_COUNTED) break
  }
  return { newest, more: count - newest.length }
}

/** Facts at the end of a shift. */
export interface ShiftFacts {
  readonly incidents: readonly Incident[]
  readonly junctions: Iterable<FleetJunction>
  /** Changes since the shift began, the last ones first. */
  readonly changes: readonly HistoryEntry[]
  /** Comments on the open incidents, by the id of the incident. */
  readonly comments: ReadonlyMap<string, readonly AlarmCommentInfo[]>
}

/** Lists of a hand-over. */
export type ShiftContent = Pick<HandOver, 'incidents' | 'holds' | 'mutes' | 'changes' | 'comments'>

/** Collects the lists that a shift hands over. It began at `fromMs`, epoch milliseconds. */
export function shiftContent(facts: ShiftFacts, fromMs: number, nowMs: number): ShiftContent {
  const junctions = [...facts.junctions]
  const labels = new Map(junctions.map(({ id, label }) => [id, label]))
  const noted = (kind: 'hold' | 'mute'): readonly ShiftHold[] =>
    junctions
      .flatMap(({ id, label, [kind]: note }) => {
        const isOver = note === null || (note.untilMs !== null && note.untilMs <= nowMs)
        return isOver ? [] : [{ id, name: label, until: note.untilMs, by: note.by, why: note.why }]
      })
      .toSorted((a, b) => (a.until ?? Number.POSITIVE_INFINITY) - (b.until ?? Number.POSITIVE_INFINITY))
  return {
    incidents: facts.incidents.map(({ of, junctionId, junction, code, level, text, facts, raised, ...rest }) => ({
      ...{ id: junctionId, name: junction, of, code, level, text, facts, raised },
      since: rest.sinceMs,
      acknowledged: rest.acknowledgedMs !== null,
      assignee: rest.assignee?.name ?? '',
    })),
    holds: [...noted('hold')],
    mutes: [...noted('mute')],
    changes: changesOf(
      facts.changes.filter(({ atMs }) => atMs >= fromMs),
      labels,
    ),
    comments: facts.incidents
      .flatMap((incident) => (facts.comments.get(incident.id) ?? []).map((comment) => ({ incident, comment })))
      .filter(({ comment }) => isWritten(comment) && comment.createdTime >= fromMs)
      .map(({ incident, comment }) => ({
        ...{ id: incident.junctionId, name: incident.junction, at: comment.createdTime },
        by: personOf(comment),
        text: textOf(comment.comment?.text),
      }))
      .toSorted((a, b) => b.at - a.at),
  }
}

/** Open incidents of a hand-over in the rows of *Now*. */
export interface HandedRows {
  /** Junctions with an incident, and green waves that no listed junction breaks: the worst incident, and the others there. */
  readonly rows: readonly { readonly incident: ShiftIncident; readonly others: readonly ShiftIncident[] }[]
  /** Green waves that a held or muted junction without an incident breaks, by its id. */
  readonly brokenBy: ReadonlyMap<string, readonly ShiftIncident[]>
}

/** Groups the incidents of a hand-over as *Now* does, so that both have the same number. */
export function handedRows({
  incidents,
  holds,
  mutes,
}: Pick<ShiftContent, 'incidents' | 'holds' | 'mutes'>): HandedRows {
  const ofJunctions = new Set(incidents.filter(({ of }) => of === 'junction').map(({ id }) => id))
  const listed = new Set([...ofJunctions, ...holds.map(({ id }) => id), ...mutes.map(({ id }) => id)])
  const subjects = Map.groupBy(incidents, ({ of, id, facts: { device } }) =>
    of === 'corridor' && device !== undefined && listed.has(device) ? device : id,
  )
  const rows: HandedRows['rows'][number][] = []
  const brokenBy = new Map<string, readonly ShiftIncident[]>()
  for (const [subject, found] of subjects) {
    const incident = found.find(({ of }) => of === 'junction') ?? found.find(({ id }) => id === subject)
    if (incident) rows.push({ incident, others: found.filter((one) => one !== incident) })
    else brokenBy.set(subject, found)
  }
  return { rows, brokenBy }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** More keys of changes are counted. */
const MOST_KEYS = 3
/** Longest pause between changes of one sitting, milliseconds. */
const PAUSE_MS = 600_000

/** Changes of one user at a junction for one reason, or for none. */
interface Sitting extends Pick<ShiftAct, 'id' | 'name' | 'at' | 'by'> {
  readonly why: string
  /** When the earliest of them was made, epoch milliseconds. */
  beganMs: number
  readonly keys: Set<string>
}

/** Lists changes, the last ones first. Those that a user made in one sitting at a junction for the same reason are one. */
function changesOf(changes: readonly HistoryEntry[], labels: ReadonlyMap<string, string>): ShiftAct[] {
  const sittings: Sitting[] = []
  for (const entry of changes) {
    const { device, atMs } = entry
    const { by, why, after } =
      entry.kind === 'change'
        ? { by: entry.change.by.name, why: entry.change.why, after: entry.change.after }
        : { by: entry.by ?? '', why: '', after: entry.after }
    const same = sittings.findLast((one) => one.id === device.id && one.by === by && one.why === why)
    if (same && same.beganMs - atMs <= PAUSE_MS) {
      same.beganMs = atMs
      for (const key of Object.keys(after)) same.keys.add(key)
      continue
    }
    const name = labels.get(device.id) ?? (device.label || device.name)
    sittings.push({ id: device.id, name, at: atMs, by, why, beganMs: atMs, keys: new Set(Object.keys(after)) })
  }
  return sittings.map(({ id, name, at, by, why, keys: all }) => {
    const keys = [...all].slice(0, MOST_KEYS)
    const more = all.size - keys.length
    // The text is for consoles that do not know of keys.
    const unsaid = { text: keys.join(', ') + (more > 0 ? ` +${more}` : ''), keys, more }
    return { id, name, at, by, ...(why === '' ? unsaid : { text: why }) }
  })
}

const LISTS = ['changes', 'comments', 'mutes', 'holds', 'incidents'] as const

/** Returns a hand-over of at most `MOST_BYTES`: the end of the longest list is left out and counted. */
export function boundedHandOver(whole: HandOver): HandOver {
  let bounded = whole
  while (bytesOf(bounded) > MOST_BYTES) {
    const { incidents, holds, mutes, changes, comments } = bounded
    const bytes = LISTS.map((list) => bytesOf({ incidents, holds, mutes, changes, comments }[list]))
    const longest = LISTS[bytes.indexOf(Math.max(...bytes))]
    if (longest === undefined || bounded[longest].length === 0) break
    const kept = Math.floor(bounded[longest].length / 2)
    bounded = {
      ...bounded,
      [longest]: bounded[longest].slice(0, kept),
      leftOut: bounded.leftOut + bounded[longest].length - kept,
    }
  }
  return bounded
}

function bytesOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length
}
