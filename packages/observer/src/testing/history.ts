/** What an observer was told, in order, and what it said of it. */
import { FULL, uniformDisplay } from '@greenwave/controller/display'
import type { Cycle } from '../cycle.ts'
import type { Attributes } from '../force.ts'
import type { Change, IncidentCode } from '../incident.ts'
import { type Junction, newJunction } from '../junction.ts'
import { learned } from '../learnedStyles.ts'
import { createObserver, type Observed, type Observer } from '../observer.ts'
import type { Link, Notes, Rule } from '../rule.ts'
import { RULES } from '../rules/table.ts'
import type { Message } from '../sample.ts'
import { type KnownStyles, NOTHING_LEARNED } from '../styles.ts'

/** One input of an observer. Times are epoch milliseconds. */
export type Input =
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'attributes'; readonly attributes: Attributes; readonly atMs: number }
  | { readonly kind: 'link'; readonly link: Link; readonly atMs: number }
  | { readonly kind: 'notes'; readonly notes: Notes; readonly atMs: number }
  | { readonly kind: 'gap'; readonly atMs: number }
  | { readonly kind: 'tick'; readonly atMs: number }

export type History = readonly Input[]

/** What came of a history. */
export interface Played {
  readonly junction: Junction
  readonly changes: readonly Change[]
  readonly cycles: readonly Cycle[]
}

/** An engineer set that each second is counted, and that the greens follow from the settings. */
export const SET_FULL: KnownStyles = { display: uniformDisplay(FULL), control: { kind: 'fixed' } }

/**
 * Plays a history to an observer. `look` is called after each input.
 *
 * @param set what an engineer set of displays and control; by default that each second is counted
 */
export function play(
  history: History,
  rules: readonly Rule[] = RULES,
  look: (observed: Observed, input: Input) => void = () => {},
  set: KnownStyles = SET_FULL,
): Played {
  const observer = createObserver(rules, learned)
  const [first] = history
  const unknown = newJunction(first ? timeOf(first) : 0)
  let junction = observer.styles(unknown, { set, learned: NOTHING_LEARNED })
  const changes: Change[] = []
  const cycles: Cycle[] = []
  for (const input of history) {
    const observed = observe(observer, junction, input)
    junction = observed.junction
    changes.push(...observed.changes)
    if (observed.cycle) cycles.push(observed.cycle)
    look(observed, input)
  }
  return { junction, changes, cycles }
}

/** Tells an observer one input. */
export function observe(observer: Observer, junction: Junction, input: Input): Observed {
  switch (input.kind) {
    case 'message':
      return observer.message(junction, input.message)
    case 'attributes':
      return observer.attributes(junction, input.attributes, input.atMs)
    case 'link':
      return observer.link(junction, input.link, input.atMs)
    case 'notes':
      return observer.notes(junction, input.notes, input.atMs)
    case 'gap':
      return observer.gap(junction, input.atMs)
    case 'tick':
      return observer.tick(junction, input.atMs)
  }
}

/** Returns the time of an input. */
export function timeOf(input: Input): number {
  return input.kind === 'message' ? input.message.ts : input.atMs
}

/** From when to when an incident was open; null: to the end. */
export interface Episode {
  readonly code: IncidentCode
  readonly raisedMs: number
  readonly clearedMs: number | null
}

/** Returns the episodes of a history's incidents, ordered by their raising and code. */
export function episodesOf(changes: readonly Change[]): readonly Episode[] {
  const episodes: Episode[] = []
  const open = new Map<IncidentCode, number>()
  for (const { kind, incident, atMs } of changes) {
    if (kind === 'raised') open.set(incident.code, atMs)
    if (kind === 'cleared') {
      episodes.push({ code: incident.code, raisedMs: open.get(incident.code) ?? Number.NaN, clearedMs: atMs })
      open.delete(incident.code)
    }
  }
  for (const [code, raisedMs] of open) episodes.push({ code, raisedMs, clearedMs: null })
  return inOrder(episodes)
}

/** Returns episodes ordered by their raising and code. */
export function inOrder(episodes: readonly Episode[]): readonly Episode[] {
  return episodes.toSorted((a, b) => a.raisedMs - b.raisedMs || a.code.localeCompare(b.code))
}
