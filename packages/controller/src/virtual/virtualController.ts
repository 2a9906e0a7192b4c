/**
 * @file A virtual controller without its network: its state, what each second and each message changes, and what it
 * reports.
 */
import { type AttributeValues, isPresent } from '../attributes.ts'
import { cycleSeconds } from '../cycle.ts'
import { type EngineState, step } from '../engine/engine.ts'
import { MODE_KEY, periodKey } from '../keys.ts'
import { reportInEffect } from '../reported.ts'
import { timeToApply } from '../setTime.ts'
import type { ControllerSettings } from '../settings.ts'
import { parseSettings, reportTaken } from '../settingTable/allSettings.ts'
import { programRow } from '../settingTable/program.ts'
import { type AnySetting, COMMON_SETTINGS, keysOf } from '../settingTable/table.ts'
import { type DeviceClock, driftBy, jumpBy, setTo, shownSecondsOfDay, TRUE_CLOCK } from './deviceClock.ts'
import { type Fault, findFault } from './faults.ts'
import { limitsRun, reallyRun } from './lampFaults.ts'
import { FULL_AND_FIXED, type SignalHeads } from './signalHeads.ts'

/** The state of a virtual controller. */
export interface ControllerState {
  /** The accepted shared attributes. */
  readonly taken: AttributeValues
  readonly settings: ControllerSettings
  /** The settings that it has: the common ones, and those of its abilities (R19). */
  readonly has: readonly AnySetting[]
  readonly heads: SignalHeads
  /** null: not powered on yet, because it does not know its settings. */
  readonly engine: EngineState | null
  /** The true second (Unix time) that the engine has reached. */
  readonly second: number
  readonly clock: DeviceClock
  readonly faults: readonly Fault[]
  /** The true second at which the present faults began. */
  readonly faultsSince: number
  /** The engine when the lamps froze; null if they have not. */
  readonly frozenAt: EngineState | null
  /** Keys that are reported with another value than the accepted one. */
  readonly misreported: readonly string[]
}

/**
 * Returns a controller before power-on.
 * @param kept shared attributes in its own memory
 * @param has its settings
 * @param heads its displays and control
 */
export function offController(
  faults: readonly Fault[],
  trueSecond: number,
  kept: AttributeValues = {},
  has = COMMON_SETTINGS,
  heads = FULL_AND_FIXED,
): ControllerState {
  const off: ControllerState = {
    taken: kept,
    settings: parseSettings(kept, has),
    has,
    heads,
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

/** After a longer time without a tick (a suspended machine), seconds, the engine restarts instead of catching up. */
const LONGEST_CATCH_UP = 600

/**
 * Advances a controller to a true second, with one engine step for each second. A controller without power stays so.
 */
export function tick(state: ControllerState, trueSecond: number): ControllerState {
  if (!state.engine) return { ...state, second: trueSecond }
  const passed = trueSecond - state.second
  // The machine's own clock was set back: continue from there.
  if (passed < 0) return { ...state, second: trueSecond }
  if (passed > LONGEST_CATCH_UP) return powerOn({ ...state, engine: null }, trueSecond)
  let engine = state.engine
  for (let second = state.second + 1; second <= trueSecond; second += 1) {
    engine = stepOf(state, engine, second)
  }
  return { ...state, engine, second: trueSecond }
}

/** Powers on with the known settings. Does nothing to a running controller. */
export function powerOn(state: ControllerState, trueSecond: number): ControllerState {
  if (state.engine) return state
  const engine = stepOf(state, null, trueSecond)
  return { ...state, engine, second: trueSecond, frozenAt: findFault(state.faults, 'frozen') ? engine : null }
}

function stepOf(state: ControllerState, engine: EngineState | null, trueSecond: number): EngineState {
  const { settings, faults, heads, clock } = state
  return step(engine, reallyRun(settings, faults), shownSecondsOfDay(clock, trueSecond), limitsRun(heads, faults))
}

/** Replaces all shared attributes by those read after a connect. Never sets the clock (R17). */
export function takeRead(state: ControllerState, shared: AttributeValues): ControllerState {
  if (state.engine && keepsItsSettings(state)) return state
  return withTaken(state, shared)
}

/** Accepts a push: changed attributes or `{"deleted": [...]}`. Sets the clock if it includes a time (R17). */
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
 * Returns the pushed keys that it answers with a report, even if the value is the one reported last. The mode is not
 * among them: until a new mode is in effect, reporting the old one is no answer (R14).
 */
export function keysToAnswer(state: ControllerState, push: AttributeValues): readonly string[] {
  return findFault(state.faults, 'ignore-settings') ? [] : Object.keys(push).filter((key) => key !== MODE_KEY)
}

/** Replaces the faults. A clock jumps once, when its jump was not among the faults before. */
export function withFaults(state: ControllerState, faults: readonly Fault[], trueSecond: number): ControllerState {
  const drifting = driftBy(state.clock, findFault(faults, 'clock-drift')?.secondsPerMinute ?? 0, trueSecond)
  const jump = findFault(faults, 'clock-jump')?.seconds
  const jumps = jump !== findFault(state.faults, 'clock-jump')?.seconds
  return {
    ...state,
    faults,
    faultsSince: trueSecond,
    clock: {
      ...jumpBy(drifting, jumps ? (jump ?? 0) : 0),
      offSeconds: findFault(faults, 'clock-off')?.seconds ?? 0,
    },
    frozenAt: findFault(faults, 'frozen') ? (state.frozenAt ?? state.engine) : null,
  }
}

/**
 * Returns the client attributes: the accepted values (R15), the cycle of each program that was set, and what is in
 * effect (R14).
 */
export function reportOf(state: ControllerState): Record<string, unknown> {
  const isMute = findFault(state.faults, 'no-report') || findFault(state.faults, 'dead-connection')
  if (isMute || !state.engine) return {}
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

/** Returns whether its faults allow a connection at a true second. */
export function wantsConnection(state: ControllerState, trueSecond: number): boolean {
  if (findFault(state.faults, 'offline')) return false
  const flapping = findFault(state.faults, 'flapping')
  if (!flapping) return true
  const inTurn = (trueSecond - state.faultsSince) % (flapping.onSeconds + flapping.offSeconds)
  return inTurn < flapping.onSeconds
}

function withTaken(state: ControllerState, taken: AttributeValues): ControllerState {
  return { ...state, taken, settings: parseSettings(taken, state.has) }
}

function deletedKeys(push: AttributeValues): readonly unknown[] | undefined {
  return Object.keys(push).length === 1 && Array.isArray(push.deleted) ? push.deleted : undefined
}

function anotherValue(key: string, value: unknown): unknown {
  if (key === MODE_KEY) return value === 0 ? 4 : 0
  return typeof value === 'number' ? value + 1 : `${String(value)}?`
}
