/** All junctions of the fleet as the map shows them, kept while it is open. */
import type { Fleet } from '../../../data/fleet/Fleet.ts'
import type { WrongLevel } from '../../../data/fleet/worstFirst.ts'
import { type Health, healthOf, markOf } from '../../../data/health.ts'
import type { WatchState } from '../../../data/watch.ts'
import { isMarked, type MapJunction, mapJunction } from './mapJunction.ts'
import { groupMarks, type MapMark } from './mapMarks.ts'

/** Scopes of a redraw after a change; each includes all before it. */
const REDRAWS = ['nothing', 'marks', 'dots', 'places'] as const
export type Redraw = (typeof REDRAWS)[number]

/** Kind of dot for a junction without incidents. */
export type DotKind = 'ok' | 'muted' | 'unknown' | 'unwatched'

/** The map in figures: how many junctions it shows, how many have no place, and how many of each mark there are. */
export interface MapCounts {
  readonly placed: number
  readonly unplaced: number
  readonly danger: number
  readonly fault: number
  readonly deviation: number
  readonly hold: number
}

/** How often the figures are counted anew, milliseconds. */
const COUNT_EVERY_MS = 1000

/** Keeps what the map shows of each junction, and tells what has to be drawn again. */
export class MapFleet {
  readonly #fleet: Pick<Fleet, 'junctions' | 'onChange'>
  #watch: WatchState
  #level: WrongLevel | undefined
  readonly #unplaced = new Set<string>()
  readonly #placed = new Map<string, MapJunction>()
  #grouped: { readonly zoom: number; readonly marks: readonly MapMark[] } | undefined
  #counts: MapCounts
  #countTimer: ReturnType<typeof setTimeout> | undefined
  readonly #drawers = new Set<(redraw: Redraw) => void>()
  readonly #counters = new Set<() => void>()

  constructor(fleet: Pick<Fleet, 'junctions' | 'onChange'>, watch: WatchState, level?: WrongLevel) {
    this.#fleet = fleet
    this.#watch = watch
    this.#level = level
    this.#take(fleet.junctions.keys())
    this.#counts = this.#count()
  }

  /** The junctions with a place, by id. */
  get placed(): ReadonlyMap<string, MapJunction> {
    return this.#placed
  }

  /** The map in figures, not older than a second; the same object until they are counted anew. */
  get counts(): MapCounts {
    return this.#counts
  }

  /** Follows the fleet. Returns a function that ends this. */
  follow(): () => void {
    const end = this.#fleet.onChange((ids) => this.#tell(this.#take(ids)))
    // What changed before it was followed.
    this.#tell(this.#take([...this.#fleet.junctions.keys(), ...this.#placed.keys()]))
    return () => {
      end()
      clearTimeout(this.#countTimer)
      this.#countTimer = undefined
    }
  }

  /** Calls back with what has to be drawn again. Returns a function that ends this. */
  onRedraw(drawer: (redraw: Redraw) => void): () => void {
    this.#drawers.add(drawer)
    return () => this.#drawers.delete(drawer)
  }

  /** Calls back when the figures were counted anew. Returns a function that ends this. */
  onCounts(counter: () => void): () => void {
    this.#counters.add(counter)
    return () => this.#counters.delete(counter)
  }

  /** Evaluates all junctions again when the watch has lapsed or resumed. */
  setWatch(watch: WatchState): void {
    const isSame = watch.kind === this.#watch.kind
    this.#watch = watch
    if (!isSame) this.#tell(this.#take(this.#fleet.junctions.keys()))
  }

  /** Shows junctions of one level alone; all if it is undefined. */
  setLevel(level: WrongLevel | undefined): void {
    if (level === this.#level) return
    this.#level = level
    this.#tell(this.#take(this.#fleet.junctions.keys()))
  }

  /** Returns the marks at a zoom, the worst last; the same until one of them changes. */
  marks(zoom: number): readonly MapMark[] {
    if (this.#grouped?.zoom !== zoom) {
      this.#grouped = { zoom, marks: groupMarks([...this.#placed.values()].filter(isMarked), zoom) }
    }
    return this.#grouped.marks
  }

  /** Returns the mark that a junction is part of at a zoom, or its dot as a mark; null if it has no place. */
  markOf(id: string, zoom: number): MapMark | null {
    const junction = this.#placed.get(id)
    if (!junction) return null
    const mark = isMarked(junction) && this.marks(zoom).find(({ junctions }) => junctions.includes(junction))
    return mark || { x: junction.x, y: junction.y, junctions: [junction] }
  }

  /** Takes over junctions that are new, changed or gone. Returns the scope of the redraw. */
  #take(ids: Iterable<string>): Redraw {
    let redraw: Redraw = 'nothing'
    for (const id of ids) {
      const before = this.#placed.get(id) ?? null
      const junction = this.#fleet.junctions.get(id)
      const health = junction ? healthOf(junction.facts, this.#watch) : null
      const isShown = junction !== undefined && (this.#level === undefined || health?.level === this.#level)
      const after = isShown ? mapJunction(junction, health) : null
      if (after) this.#placed.set(id, after)
      else this.#placed.delete(id)
      if (isShown && !after) this.#unplaced.add(id)
      else this.#unplaced.delete(id)
      redraw = bothRedraws(redraw, redrawOf(before, after))
    }
    if (redraw !== 'nothing') this.#grouped = undefined
    return redraw
  }

  #tell(redraw: Redraw): void {
    const recount = () => {
      this.#countTimer = undefined
      this.#counts = this.#count()
      for (const counter of [...this.#counters]) counter()
    }
    // Junctions that were just read are not none for a second.
    if (this.#counts.placed + this.#counts.unplaced === 0) recount()
    else this.#countTimer ??= setTimeout(recount, COUNT_EVERY_MS)
    if (redraw !== 'nothing') for (const drawer of [...this.#drawers]) drawer(redraw)
  }

  #count(): MapCounts {
    const levels = { danger: 0, fault: 0, deviation: 0, hold: 0 }
    for (const { health } of this.#placed.values()) {
      const mark = health?.mark
      if (mark === 'danger' || mark === 'fault' || mark === 'deviation' || mark === 'hold') levels[mark] += 1
    }
    return { placed: this.#placed.size, unplaced: this.#unplaced.size, ...levels }
  }
}

/** Combines the scopes of two redraws. */
export function bothRedraws(one: Redraw, other: Redraw): Redraw {
  return REDRAWS.indexOf(one) > REDRAWS.indexOf(other) ? one : other
}

/** Returns the dot of a junction; under a mark it is that of a healthy one. */
export function dotOf({ health }: MapJunction): DotKind {
  if (health === null) return 'unknown'
  const mark = markOf(health.level, health.code)
  return mark === 'muted' || mark === 'unknown' || mark === 'unwatched' ? mark : 'ok'
}

function redrawOf(before: MapJunction | null, after: MapJunction | null): Redraw {
  if (!before || !after) return before === after ? 'nothing' : 'places'
  if (before.x !== after.x || before.y !== after.y) return 'places'
  if (dotOf(before) !== dotOf(after)) return 'dots'
  if (!isMarked(before) && !isMarked(after)) return 'nothing'
  return before.label === after.label && looksSame(before.health, after.health) ? 'nothing' : 'marks'
}

function looksSame(before: Health | null, after: Health | null): boolean {
  return before?.mark === after?.mark && before?.sinceMs === after?.sinceMs && before?.current === after?.current
}
