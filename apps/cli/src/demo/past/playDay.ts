/** @file Plays a local day of some junctions, second by second, with what happens on it. */
import { WINDOW_MS } from '@greenwave/observer/recordWindow'
import type { AttributeValues } from '@greenwave/controller/attributes'
import { type Played, PlayedJunction, type PlayedOptions } from './PlayedJunction.ts'
import type { ChangeAct, TimedAct } from './stories.ts'

/** A junction is powered on so long before what is recorded of it, seconds. */
const BEFORE_S = 2 * (WINDOW_MS / 1000)
/** A record is complete so long after its end, seconds. */
const AFTER_S = 15
/** Seconds between two yields. */
const SLICE_S = 900

/** A change that was made, with the settings before it. */
interface MadeChange {
  readonly atMs: number
  readonly present: AttributeValues
  readonly act: ChangeAct
}

/** The end of a hold at its time. */
interface EndedHold {
  readonly atMs: number
  readonly present: AttributeValues
  readonly why: string
  /** When the hold was made. */
  readonly heldMs: number
}

/** All that came of a junction. */
export interface PlayedDay extends Played {
  readonly changes: MadeChange[]
  readonly ends: EndedHold[]
}

/** A junction that is played, and what came of it. */
export interface Player {
  readonly name: string
  readonly junction: PlayedJunction
  readonly played: PlayedDay
}

/** Returns a junction that was powered on shortly before a midnight, epoch milliseconds. */
export function newPlayer(name: string, options: PlayedOptions, midnightMs: number): Player {
  const played = newDay()
  const junction = new PlayedJunction(options, midnightMs / 1000 - BEFORE_S, played)
  junction.run(BEFORE_S)
  return { name, junction, played }
}

/** Returns a player that goes on as another one would have, with records of its own. */
export function copyOf({ name, junction }: Player): Player {
  const played = newDay()
  return { name, junction: junction.copy(played), played }
}

function newDay(): PlayedDay {
  return { values: [], incidents: [], changes: [], ends: [] }
}

/** A part of a day to be played. Times are seconds of the day. */
export interface Script {
  readonly midnightMs: number
  readonly from: number
  readonly until: number
  readonly acts: readonly TimedAct[]
  /** Called at each quarter of an hour. */
  readonly onQuarter?: (second: number) => void
  /** Called at the end of each second, epoch milliseconds. */
  readonly onSecond?: (endMs: number) => void
}

/** Plays to the end, and so much longer that its last record is complete. Yields now and then. */
export function* play(players: readonly Player[], script: Script): Generator<undefined> {
  const { midnightMs, from, until, onSecond } = script
  const acts = [...script.acts]
  for (let second = from; second < until + AFTER_S; second += 1) {
    if (second % SLICE_S === 0) {
      script.onQuarter?.(second)
      yield
    }
    while (acts[0] && acts[0].at <= second) perform(acts.shift(), players, midnightMs, second)
    for (const { junction } of players) junction.run(1)
    onSecond?.(midnightMs + second * 1000 + 999)
  }
}

function perform(timed: TimedAct | undefined, players: readonly Player[], midnightMs: number, second: number): void {
  const player = players.find(({ name }) => name === timed?.junction)
  if (!timed || !player) return
  const { junction, played } = player
  const { act } = timed
  const atMs = midnightMs + second * 1000
  switch (act.do) {
    case 'faults':
      junction.setFaults(act.faults)
      return
    case 'power':
      junction.setPower(act.isOn)
      return
    case 'change': {
      played.changes.push({ atMs, present: junction.present, act })
      if (act.until !== undefined) junction.hold(midnightMs + act.until * 1000)
      junction.push(act.values)
      return
    }
    case 'endHold': {
      const heldMs = played.changes.findLast(({ act: { until } }) => until !== undefined)?.atMs ?? atMs
      played.ends.push({ atMs, present: junction.present, why: act.why, heldMs })
      junction.push({ Mode: 4 })
    }
  }
}
