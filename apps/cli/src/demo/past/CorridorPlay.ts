/** @file The green wave of a corridor whose junctions are played, evaluated as a watcher does. */
import type { Corridor } from '@greenwave/contract/records/corridors'
import type { WavePlanSums } from '@greenwave/contract/records/waves'
import { PHASES } from '@greenwave/controller/controllerLimits'
import { GreensSeen } from '@greenwave/coordination/observed/GreensSeen'
import { type BrokenWave, NOTHING_KEPT, WaveEvaluator } from '@greenwave/coordination/observed/WaveEvaluator'
import { JUNCTIONS } from '../junctions.ts'
import type { Player } from './playDay.ts'

/** Greens that are no longer needed are forgotten this often, milliseconds. */
const FORGET_EVERY_MS = 60_000

/** A time in which the wave was broken. */
export interface PastBreak {
  /** As it was at its end. */
  broken: BrokenWave
  readonly noticedMs: number
  clearedMs: number | null
}

/** The wave of a corridor. */
export class CorridorPlay {
  readonly breaks: PastBreak[] = []
  readonly #wave: WaveEvaluator
  readonly #players: readonly Player[]
  readonly #content: Corridor
  #forgottenMs = 0

  /** @param content the corridor, with names of devices in place of their ids */
  constructor(content: Corridor, players: readonly Player[], nowMs: number) {
    this.#content = content
    this.#players = players
    this.#wave = new WaveEvaluator(content, NOTHING_KEPT, nowMs)
    for (const { junction } of players) junction.greens = new GreensSeen(PHASES)
  }

  /** The sums of a day, by its midnight. */
  sumsOf(dayMs: number): readonly WavePlanSums[] {
    return this.#wave.days.get(dayMs) ?? []
  }

  /** Advances time; called once a second. */
  tick(nowMs: number): void {
    const before = this.#wave.broken
    const junctions = this.#content.junctions.map(({ device }) => {
      const player = this.#players.find(({ name }) => name === device)
      const label = JUNCTIONS.find(({ name }) => name === device)?.label ?? device
      return { device, junction: label, watched: player?.junction, greens: player?.junction.greens }
    })
    this.#wave.tick(junctions, nowMs)
    const after = this.#wave.broken
    if (after && !before) this.breaks.push({ broken: after, noticedMs: nowMs, clearedMs: null })
    const open = this.breaks.at(-1)
    if (open && open.clearedMs === null) {
      if (after) open.broken = after
      else open.clearedMs = nowMs
    }
    if (nowMs - this.#forgottenMs < FORGET_EVERY_MS) return
    this.#forgottenMs = nowMs
    const neededMs = Math.min(nowMs, this.#wave.neededMs)
    for (const { junction } of this.#players) junction.greens?.forget(neededMs)
  }
}
