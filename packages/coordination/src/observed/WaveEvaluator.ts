/**
 * Evaluates the wave of one corridor, cycle after cycle. Times are epoch milliseconds.
 *
 * Long: one state, from what is planned to the incident.
 */
import { midnightOf } from '@greenwave/observer/conformity/days'
import type { Corridor as CorridorContent } from '@greenwave/contract/records/corridors'
import {
  type BrokenWaveFacts,
  MOST_WAVE_CAUSES,
  MOST_WAVE_CYCLES,
  MOST_WAVE_PLANS,
  type Wave,
  type WaveCause,
  type WaveCycle,
  type WavePlanSums,
} from '@greenwave/contract/records/waves'
import { byDirection, type ByDirection, DIRECTIONS } from '../corridor.ts'
import type { TimeSpan } from '../seenBand.ts'
import type { Attributes } from '@greenwave/observer/force'
import { hidesGreen, reasonOf } from './causes.ts'
import { blamed, type EvaluatedCycle, evaluatedCycle, seenOf, type WaveJunction } from './evaluatedCycle.ts'
import { isSameWave, nextCycleMs, passingOf, type Planned, type PlannedWave, plannedWave } from './plannedWave.ts'

/** After how many cycles in a row a wave counts as broken, and as whole again. */
export interface WaveLimits {
  readonly brokenCycles: number
  readonly wholeCycles: number
}

/** The limits of an installation that asks for no others. */
const WAVE_LIMITS: WaveLimits = { brokenCycles: 5, wholeCycles: 2 }

/** The incident of a corridor whose wave is broken. */
export interface BrokenWave {
  /** When the first cycle of the row began. */
  readonly sinceMs: number
  readonly facts: BrokenWaveFacts
  /** The facts when it was raised; left out where those are not known. */
  readonly raised?: BrokenWaveFacts
}

/** State of a corridor left by the previous watcher. */
export interface KeptWave {
  /** Cycles of the wave planned then; undefined without a written state. */
  readonly wave: Wave | undefined
  /** The sums of the last days, by their midnights. */
  readonly days: ReadonlyMap<number, readonly WavePlanSums[]>
  /** The incident that is open; null if none is. */
  readonly open: BrokenWave | null
}

/** State of a corridor without an earlier watcher. */
export const NOTHING_KEPT: KeptWave = { wave: undefined, days: new Map(), open: null }

/** Samples may be so late. */
const LATE_MS = 3000
/** Interval for reading the state of junctions apart from their cycles. */
const LOOK_EVERY_MS = 5000
/** A row of broken cycles goes on after a restart if the last one began at most so many cycles ago. */
const MOST_MISSED_CYCLES = 8
/** Days that wait to be written; one is over each midnight. */
const MOST_DAYS = 3

/** Characters of the kind of day of a corridor. */
const LONGEST_KIND = 255

const NO_BANDS = { outbound: null, inbound: null }

/** Evaluates one corridor. */
export class WaveEvaluator {
  readonly #content: CorridorContent
  readonly #limits: WaveLimits
  readonly #kept: Wave | undefined
  #planned:
    | (Planned & {
        readonly attributes: readonly (Attributes | null)[]
        readonly lacks: readonly Lacks[]
        readonly actuated: readonly boolean[]
      })
    | undefined
  /** Since when this wave is planned; 0 if it was when the watch began. */
  #plannedMs = 0
  /** Start of the next cycle to evaluate; undefined while none is planned. */
  #nextMs: number | undefined
  #lookMs = 0
  #cycles: readonly WaveCycle[]
  #causes: readonly WaveCause[] = []
  #broken: BrokenWave | null
  /** Cycles in a row that were broken, or not connected, and those that were whole. */
  #brokenRow = 0
  #wholeRow = 0
  #rowSinceMs = 0
  readonly #days: Map<number, readonly WavePlanSums[]>

  constructor(content: CorridorContent, { wave: kept, days, open }: KeptWave, nowMs: number, limits = WAVE_LIMITS) {
    this.#content = content
    this.#limits = limits
    this.#kept = kept
    this.#cycles = kept?.cycles ?? []
    this.#broken = open
    this.#days = new Map(days)
    const last = this.#cycles.at(-1)
    if (!kept || !last || nowMs - last.at > MOST_MISSED_CYCLES * kept.cycle * 1000) return
    for (const { state, at } of this.#cycles) {
      this.#brokenRow = state === 'broken' ? this.#brokenRow + 1 : state === 'whole' ? 0 : this.#brokenRow
      if (this.#brokenRow === 1 && state === 'broken') this.#rowSinceMs = at
    }
  }

  /** The incident that is open; null while the wave is not broken. The same object while it says the same. */
  get broken(): BrokenWave | null {
    return this.#broken
  }

  /** State of the wave to write. */
  wave(nowMs: number): Wave {
    const planned = this.#planned?.wave ?? null
    const dayMs = midnightOf(nowMs)
    return {
      at: nowMs,
      plan: planned?.plan ?? '',
      cycle: planned?.cycle ?? 0,
      planned: planned ? byDirection((direction) => secondsOf(planned.bandMs[direction])) : NO_BANDS,
      cycles: [...this.#cycles],
      causes: [...this.#causes],
      brokenSince: this.#broken?.sinceMs ?? null,
      day: { dayMs, plans: [...(this.#days.get(dayMs) ?? [])] },
    }
  }

  /** The sums of days, by their midnights. */
  get days(): ReadonlyMap<number, readonly WavePlanSums[]> {
    return new Map(this.#days)
  }

  /** From when on greens are needed; Infinity while none are. */
  get neededMs(): number {
    const wave = this.#planned?.wave
    if (!wave || this.#nextMs === undefined) return Number.POSITIVE_INFINITY
    return this.#nextMs - wave.cycle * 1000 + passingOf(wave)[0]
  }

  /**
   * Forgets a day, unless its cycles are still evaluated, or were since these sums were written. The last cycles of a day
   * are evaluated after midnight.
   */
  forgetDay(dayMs: number, written: readonly WavePlanSums[]): void {
    const isJudged = this.#nextMs === undefined || midnightOf(this.#nextMs) > dayMs
    if (isJudged && this.#days.get(dayMs) === written) this.#days.delete(dayMs)
  }

  /** Advances time; called once a second. Returns whether a cycle was evaluated, or the causes changed. */
  tick(junctions: readonly WaveJunction[], nowMs: number): boolean {
    if (nowMs < this.#lookMs) return false
    this.#lookMs = nowMs + LOOK_EVERY_MS
    // Until everything is heard the planned wave is unknown.
    if (junctions.some(({ watched }) => watched && !watched.isReady)) return false
    const isChanged = this.#plan(junctions, nowMs)
    const planned = this.#planned?.wave
    if (!planned) return isChanged
    const isOther = this.#look(junctions, planned, nowMs)
    return this.#judgeDue(junctions, planned, nowMs) || isOther || isChanged
  }

  /** Looks up what is planned. Returns whether it is another wave than before. */
  #plan(junctions: readonly WaveJunction[], nowMs: number): boolean {
    const attributes = junctions.map(({ watched }) => watched?.evaluated.known?.attributes ?? null)
    const before = this.#planned
    const actuated = junctions.map(({ watched }) => watched?.evaluated.styles.control?.kind === 'actuated')
    const lacks = junctions.map((junction) => junction.lacks ?? null)
    const isSame = before?.attributes.every(
      (one, nth) =>
        one === attributes[nth] && before.actuated[nth] === actuated[nth] && before.lacks[nth] === lacks[nth],
    )
    if (before && isSame && nowMs < before.untilMs) return false
    // What the kind of the day asks for, also where it was not sent.
    const asked = attributes.map((one, nth) => one && withKind(one, lacks[nth] ?? null, nowMs))
    this.#planned = { ...plannedWave(this.#content, asked, nowMs, actuated), attributes, lacks, actuated }
    const { wave } = this.#planned
    const isOther = !wave && this.#takeCauses(actuatedOf(junctions, actuated))
    if (before && wave?.identity === before.wave?.identity) return isOther
    this.#plannedMs = before ? nowMs : 0
    // What began before was seen in part only.
    this.#nextMs = wave ? nextCycleMs(wave, nowMs + wave.cycle * 500 - passingOf(wave)[0]) : undefined
    // Cycles of another wave are no share of this one.
    if (before || !isSameWave(this.#kept, this.wave(nowMs)))
      [this.#cycles, this.#brokenRow, this.#wholeRow] = [[], 0, 0]
    if (!wave) this.#broken = null
    return true
  }

  /** Looks what is wrong with the junctions. Returns whether something else is than before. */
  #look(junctions: readonly WaveJunction[], planned: PlannedWave, nowMs: number): boolean {
    const causes = junctions.flatMap(({ device, junction, watched, lacks }, place): readonly WaveCause[] => {
      const scheduled = planned.plans[place]
      const reason = watched && scheduled && reasonOf(watched.evaluated, scheduled, nowMs, lacks != null)
      if (reason) return [{ ...reason, device, junction }]
      const phases = Object.values(this.#content.junctions[place]?.phase ?? {})
      const isHidden = watched && phases.some((phase) => phase && hidesGreen(watched.evaluated.styles.display, phase))
      return isHidden ? [{ code: 'hidden', device, junction }] : []
    })
    const first = this.#broken?.facts.junction
    causes.sort((a, b) => Number(b.junction === first) - Number(a.junction === first))
    return this.#takeCauses(causes)
  }

  #takeCauses(causes: readonly WaveCause[]): boolean {
    const before = this.#causes
    this.#causes = causes.slice(0, MOST_WAVE_CAUSES)
    const name = ({ device, code }: WaveCause): string => `${device} ${code}`
    return before.map(name).sort().join() !== this.#causes.map(name).sort().join()
  }

  #judgeDue(junctions: readonly WaveJunction[], planned: PlannedWave, nowMs: number): boolean {
    const cycleMs = planned.cycle * 1000
    const [earliestMs, latestMs] = passingOf(planned)
    const lagMs = 1.5 * cycleMs + latestMs + LATE_MS
    const settledMs = Math.max(
      this.#plannedMs,
      ...junctions.map(({ watched }) => watched?.evaluated.settling.untilMs ?? 0),
    )
    let isJudged = false
    // Whoever slept goes on with the last cycles.
    this.#nextMs = Math.max(this.#nextMs ?? 0, nextCycleMs(planned, nowMs - lagMs - 3 * cycleMs))
    while (this.#nextMs + lagMs <= nowMs) {
      const cycle = { fromMs: this.#nextMs, untilMs: this.#nextMs + cycleMs }
      const isSettled = cycle.fromMs - cycleMs / 2 + earliestMs >= settledMs
      if (isSettled) this.#evaluate(junctions, planned, cycle)
      else this.#note({ at: cycle.fromMs, state: 'changing', seen: NO_BANDS })
      this.#nextMs = nextCycleMs(planned, cycle.fromMs + 1000)
      isJudged = true
    }
    return isJudged
  }

  #evaluate(junctions: readonly WaveJunction[], planned: PlannedWave, cycle: TimeSpan): void {
    const seen = seenOf(this.#content, junctions, planned)
    const found = evaluatedCycle(seen, planned, cycle)
    const causeAt = (place: number): WaveCause | undefined =>
      this.#causes.find(({ device, code }) => code !== 'hidden' && device === junctions[place]?.device)
    const { direction, mostMs } = found.worst
    const place = found.state === 'whole' ? null : blamed(seen[direction], cycle, (one) => causeAt(one) !== undefined)
    const known = place === null ? undefined : causeAt(place)
    this.#note({ at: cycle.fromMs, state: found.state, seen: byDirection((one) => secondsOf(found.seenMs[one])) })
    this.#add(found, planned, cycle, kindOf(junctions))
    // A junction that is not connected shows nothing: the missing connection is the only cause.
    if (found.state === 'broken' || (found.state === 'unseen' && known?.code === 'offline')) {
      const { device, code, junction, ...numbers } = known ?? unexplained(junctions, place)
      this.#noteBroken(cycle.fromMs, {
        ...{ direction, seconds: secondsOf(mostMs) ?? 0, setSeconds: secondsOf(planned.bandMs[direction]) ?? 0 },
        ...(junction !== undefined && { junction, device, cause: code }),
        ...numbers,
        ...(found.state === 'unseen' && { seconds: 0 }),
      })
    } else if (found.state === 'whole') this.#noteWhole()
  }

  #noteBroken(fromMs: number, facts: BrokenWaveFacts): void {
    if (this.#brokenRow === 0) this.#rowSinceMs = fromMs
    this.#brokenRow += 1
    this.#wholeRow = 0
    if (!this.#broken && this.#brokenRow < this.#limits.brokenCycles) return
    const before = this.#broken
    if (before && saysSame(before.facts, facts)) return
    this.#broken = { sinceMs: before?.sinceMs ?? this.#rowSinceMs, facts, raised: before?.raised ?? facts }
  }

  #noteWhole(): void {
    this.#brokenRow = 0
    this.#wholeRow += 1
    if (this.#wholeRow >= this.#limits.wholeCycles) this.#broken = null
  }

  #note(cycle: WaveCycle): void {
    this.#cycles = [...this.#cycles, cycle].slice(-MOST_WAVE_CYCLES)
  }

  #add({ state, seenMs }: EvaluatedCycle, { plan, bandMs }: PlannedWave, { fromMs }: TimeSpan, kind: string): void {
    const dayMs = midnightOf(fromMs)
    const plans = this.#days.get(dayMs) ?? []
    const isOther = (one: WavePlanSums): boolean => one.plan !== plan || (one.kind ?? '') !== kind
    const before = plans.find((one) => !isOther(one)) ?? { ...NO_SUMS, plan }
    const isSeen = DIRECTIONS.every((direction) => bandMs[direction] === null || seenMs[direction] !== null)
    const isJudged = isSeen || state === 'broken'
    const plus = (sums: readonly [number, number], bands: ByDirection<number | null>): [number, number] =>
      isSeen ? [sums[0] + tenthsOf(bands.outbound), sums[1] + tenthsOf(bands.inbound)] : [...sums]
    const next: WavePlanSums = {
      plan,
      ...(kind && { kind }),
      judged: before.judged + Number(isJudged),
      broken: before.broken + Number(state === 'broken'),
      unseen: before.unseen + Number(!isJudged),
      seen: plus(before.seen, seenMs),
      planned: plus(before.planned, bandMs),
    }
    this.#days.set(dayMs, [...plans.filter(isOther), next].slice(-MOST_WAVE_PLANS))
    for (const day of this.#days.keys()) if (this.#days.size > MOST_DAYS) this.#days.delete(day)
  }
}

type Lacks = NonNullable<WaveJunction['lacks']> | null

/** Returns attributes as they are requested with the settings of a kind of day. */
function withKind({ shared, client }: Attributes, lacks: Lacks, ts: number): Attributes {
  const asked = Object.entries(lacks ?? {}).map(([key, value]) => [key, { ts, value }])
  return { shared: asked.length === 0 ? shared : { ...shared, ...Object.fromEntries(asked) }, client }
}

/** Returns the kind of day of a corridor: that of its junctions, or all where they differ. */
function kindOf(junctions: readonly WaveJunction[]): string {
  const names = new Set(junctions.flatMap(({ kind }) => kind || []))
  return [...names].sort().join('/').slice(0, LONGEST_KIND)
}

const NO_SUMS: Omit<WavePlanSums, 'plan' | 'kind'> = { judged: 0, broken: 0, unseen: 0, seen: [0, 0], planned: [0, 0] }

/** Returns the junctions whose greens are actuated, as causes for which no wave is planned. */
function actuatedOf(junctions: readonly WaveJunction[], actuated: readonly boolean[]): readonly WaveCause[] {
  return junctions.flatMap(({ device, junction }, place) =>
    actuated[place] ? [{ code: 'actuated' as const, device, junction }] : [],
  )
}

/** Returns the cause of a junction against which nothing is known; without one where several narrow the band. */
function unexplained(junctions: readonly WaveJunction[], place: number | null) {
  const { device, junction } = junctions[place ?? -1] ?? {}
  return { code: 'step' as const, device, junction }
}

/** Change that rewrites the message, as a share of the planned wave: figures change with each cycle. */
const CHANGED_SHARE = 0.2

/** Whether two sentences say the same. */
function saysSame(a: BrokenWaveFacts, b: BrokenWaveFacts): boolean {
  const isNear = Math.abs(a.seconds - b.seconds) < CHANGED_SHARE * b.setSeconds
  return isNear && a.direction === b.direction && a.cause === b.cause && a.device === b.device && a.mode === b.mode
}

function secondsOf(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms / 100) / 10
}

function tenthsOf(ms: number | null): number {
  return Math.round((ms ?? 0) / 100)
}
