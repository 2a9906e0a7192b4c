/** A virtual controller without its network: what it knows, what a second does to it, what it takes and what it reports. */
import { type AttributeValues, isPresent } from '@greenwave/controller/attributes'
import { cycleSeconds } from '@greenwave/controller/cycle'
import { type EngineState, step } from '@greenwave/controller/engine'
import { MODE_KEY, periodKey } from '@greenwave/controller/keys'
import { reportInEffect } from '@greenwave/controller/reported'
import { timeToApply } from '@greenwave/controller/setTime'
import type { ControllerSettings } from '@greenwave/controller/settings'
import { readSettings, reportTaken } from '@greenwave/controller/settingTable/allSettings'
import { programRow } from '@greenwave/controller/settingTable/program'
import { type AnySetting, COMMON_SETTINGS, keysOf } from '@greenwave/controller/settingTable/table'
import { type DeviceClock, driftBy, jumpBy, setTo, shownSecondsOfDay, TRUE_CLOCK } from './deviceClock.ts'
import { type Fault, findFault } from './faults.ts'

export interface ControllerState {
  /** Shared attributes as taken. */
  readonly taken: AttributeValues
  readonly settings: ControllerSettings
  /** The settings that it has: those that every controller has, and what it can beyond (R19). */
  readonly has: readonly AnySetting[]
  /** null: not powered on yet, since it does not know its settings. */
  readonly engine: EngineState | null
  /** True second (Unix time) that the engine has reached. */
  readonly second: number
  readonly clock: DeviceClock
  readonly faults: readonly Fault[]
  /** True second at which the present faults began. */
  readonly faultsSince: number
  /** What the lamps showed when they froze. */
  readonly frozenAt: EngineState | null
  /** Keys that are reported with another value than the one taken. */
  readonly misreported: readonly string[]
}

/** A controller before power-on. `kept`: shared attributes that its own memory holds; `has`: its settings. */
export function offController(
  faults: readonly Fault[],
  trueSecond: number,
  kept: AttributeValues = {},
  has = COMMON_SETTINGS,
): ControllerState {
  const off: ControllerState = {
    taken: kept,
    settings: readSettings(kept, has),
    has,
    engine: null,
    second: trueSecond,
    clock: TRUE_CLOCK,
    faults: [],
    faultsSince: trueSecond,
    frozenAt: null,
    misreported: [],
  }
  return withFaults(off, faults, trueSecond)
}

/** Beyond this many seconds without a tick (a suspended machine) the engine comes up anew instead of living through them. */
const LONGEST_CATCH_UP = 600

/** Lets time pass up to a true second, one engine step for each. A controller that is not powered on stays so. */
export function tick(state: ControllerState, trueSecond: number): ControllerState {
  if (!state.engine) return { ...state, second: trueSecond }
  const passed = trueSecond - state.second
  // The machine's own clock was set back: go on from there.
  if (passed < 0) return { ...state, second: trueSecond }
  if (passed > LONGEST_CATCH_UP) return powerOn({ ...state, engine: null }, trueSecond)
  let engine = state.engine
  for (let second = state.second + 1; second <= trueSecond; second += 1) {
    engine = step(engine, state.settings, shownSecondsOfDay(state.clock, second))
  }
  return { ...state, engine, second: trueSecond }
}

/** Powers on with the settings that are known; nothing happens to one that runs. */
export function powerOn(state: ControllerState, trueSecond: number): ControllerState {
  if (state.engine) return state
  const engine = step(null, state.settings, shownSecondsOfDay(state.clock, trueSecond))
  return { ...state, engine, second: trueSecond, frozenAt: findFault(state.faults, 'frozen') ? engine : null }
}

/** Takes all shared attributes as read after a connect, in place of those it had. Never a time (R17). */
export function takeRead(state: ControllerState, shared: AttributeValues): ControllerState {
  if (state.engine && keepsItsSettings(state)) return state
  return withTaken(state, shared)
}

/** Takes a push: changed attributes or `{"deleted": [...]}`; and a time, if it carries one (R17). */
export function takePush(state: ControllerState, push: AttributeValues, trueSecond: number): ControllerState {
  if (keepsItsSettings(state)) return state
  const deleted = deletedKeys(push)
  if (deleted) {
    return withTaken(state, Object.fromEntries(Object.entries(state.taken).filter(([key]) => !deleted.includes(key))))
  }
  const keys = Object.keys(push)
  const others = state.misreported.filter((key) => !keys.includes(key))
  const misreported = findFault(state.faults, 'wrong-settings') ? [...others, ...keys] : others
  const time = timeToApply('push', push)
  const clock = time ? setTo(state.clock, time, trueSecond) : state.clock
  return withTaken({ ...state, misreported, clock }, { ...state.taken, ...push })
}

function keepsItsSettings({ faults }: ControllerState): boolean {
  return findFault(faults, 'ignore-settings') !== undefined || findFault(faults, 'refuse-settings') !== undefined
}

/**
 * The pushed keys that it answers with a report, though their value may be the one that was reported last. The mode is not
 * among them: until a new one is in effect, its old one is no answer (R14).
 */
export function keysToAnswer(state: ControllerState, push: AttributeValues): readonly string[] {
  return findFault(state.faults, 'ignore-settings') ? [] : Object.keys(push).filter((key) => key !== MODE_KEY)
}

/** Behaves in other ways from now on. A jump of the clock happens once, each time it is asked for. */
export function withFaults(state: ControllerState, faults: readonly Fault[], trueSecond: number): ControllerState {
  const drifting = driftBy(state.clock, findFault(faults, 'clock-drift')?.secondsPerMinute ?? 0, trueSecond)
  return {
    ...state,
    faults,
    faultsSince: trueSecond,
    clock: jumpBy(drifting, findFault(faults, 'clock-jump')?.seconds ?? 0),
    frozenAt: findFault(faults, 'frozen') ? (state.frozenAt ?? state.engine) : null,
  }
}

/** The client attributes that tell what it took (R15), the cycle of each program that was set, and what is in effect (R14). */
export function reportOf(state: ControllerState): Record<string, unknown> {
  if (findFault(state.faults, 'no-report') || !state.engine) return {}
  const report: Record<string, unknown> = {
    ...reportTaken(state.taken, state.has),
    ...reportInEffect(state.engine),
  }
  for (const setting of programRow.settings) {
    if (keysOf(setting).some((key) => isPresent(state.taken, key))) {
      report[periodKey(setting.group.program)] = cycleSeconds(setting.of(state.settings), state.settings.clearance)
    }
  }
  for (const key of state.misreported) {
    if (key in report) report[key] = anotherValue(key, report[key])
  }
  return report
}

/** Whether it has a connection at a true second, as far as its faults let it. */
export function wantsConnection(state: ControllerState, trueSecond: number): boolean {
  if (findFault(state.faults, 'offline')) return false
  const flapping = findFault(state.faults, 'flapping')
  if (!flapping) return true
  const inTurn = (trueSecond - state.faultsSince) % (flapping.onSeconds + flapping.offSeconds)
  return inTurn < flapping.onSeconds
}

function withTaken(state: ControllerState, taken: AttributeValues): ControllerState {
  return { ...state, taken, settings: readSettings(taken, state.has) }
}

function deletedKeys(push: AttributeValues): readonly unknown[] | undefined {
  return Object.keys(push).length === 1 && Array.isArray(push.deleted) ? push.deleted : undefined
}

function anotherValue(key: string, value: unknown): unknown {
  if (key === MODE_KEY) return value === 0 ? 4 : 0
  return typeof value === 'number' ? value + 1 : `${String(value)}?`
}
