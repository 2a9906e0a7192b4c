/**
 * What is known of one device at one moment. It is folded step by step from frames of telemetry, from frames and
 * answers of attributes, and from the passing of time. Each step is pure, and parts with unchanged content stay the
 * same objects.
 */
import { isPresent } from '@greenwave/controller/attributes'
import { MODE_KEY } from '@greenwave/controller/keys'
import { ofPhase, perPhase } from '@greenwave/controller/limits'
import { type ControllerSettings, programOf } from '@greenwave/controller/settings'
import type { TimedValues } from '@greenwave/controller/timedValue'
import { parseBoolean } from '../booleanValue.ts'
import { type Freshness, freshness, type SampleTimes, STALE_AFTER_MS, sampleAgeMs } from '../freshness.ts'
import type { TopicValue } from '../liveTopics.ts'
import { keepSame, keepSameMembers } from '../sharing.ts'
import { type Connectivity, readConnectivity } from './connectivity.ts'
import { type DeviceClockView, readClockView, secondOfDayNow } from './deviceClockView.ts'
import { readImage } from './image.ts'
import { type Place, readLocation } from './location.ts'
import { type Deliveries, readDeliveries } from './settings/deliveries.ts'
import { type InEffect, inEffect as readInEffect } from './settings/inEffect.ts'
import { type PlanDisagreement, planDisagreement } from './settings/planDisagreement.ts'
import { desiredSettings, plainValues, runningSettings } from './settings/settingFacts.ts'
import { foldSignals, NO_SAMPLES, type SignalSamples } from './street/signalSamples.ts'
import { foldStreet, NOTHING_WATCHED, type ProgramInEffect, type StreetWatch } from './street/streetWatch.ts'

/** A moment and the conditions at it. */
export interface Moment {
  /** This computer's clock, epoch milliseconds. */
  readonly nowMs: number
  /** How far the platform's clock is ahead of this computer's, milliseconds. */
  readonly aheadMs: number
  /** Whether there is a live connection. */
  readonly connected: boolean
}

/** The attributes by scope, as they arrived. */
export interface ArrivedAttributes {
  readonly server: TopicValue
  readonly shared: TopicValue
  readonly client: TopicValue
}

/** The facts that follow from telemetry. */
interface TelemetryFacts {
  /** False until it is known whether the device has any countdowns. */
  readonly telemetryKnown: boolean
  /** The latest future time of the samples that were left out because of such a time, epoch milliseconds. */
  readonly futureMs: number | undefined
  readonly signals: SignalSamples
  /** The controller's clock; null when it reports none. */
  readonly clock: DeviceClockView | null
  /** When the clock's sample arrived, by this computer's clock, epoch milliseconds. */
  readonly clockArrivedAtMs: number | null
}

/** The facts that follow from attributes. */
interface AttributeFacts {
  /**
   * Undefined until the first snapshot or answer, because unknown is not the same as empty. Values that were read are
   * JSON; values that were followed are text.
   */
  readonly server: TimedValues | undefined
  readonly shared: TimedValues | undefined
  /** The controller's reports. */
  readonly client: TimedValues | undefined
  /** The error of the last read of the server or shared attributes. */
  readonly readError: unknown
  readonly connectivity: Connectivity
  /** The settings that were asked for. */
  readonly settings: ControllerSettings
  /** The settings that the controller runs, as far as it reports them. */
  readonly running: ControllerSettings
  /** False when nobody ever set a mode and none is reported; it is then unknown what drives the lamps. */
  readonly modeIsKnown: boolean
  readonly place: Place | null
  /** The address of the intersection's picture; empty for none. */
  readonly image: string
}

/** The facts that also depend on the moment. */
interface MomentFacts {
  /** The platform's time in whole seconds, epoch milliseconds. */
  readonly nowMs: number
  /** The freshness of the lamps and of the clock. Ages are in whole seconds. */
  readonly lampsFreshness: Freshness
  readonly clockFreshness: Freshness
  /** The time of day. */
  readonly day: Day
  readonly inEffect: InEffect | null
  /** The program in effect with its times; null where none is. */
  readonly programInEffect: ProgramInEffect | null
  readonly street: StreetWatch
  readonly disagreement: PlanDisagreement | null
  readonly deliveries: Deliveries
}

/** The time of day that decides which plan runs. */
interface Day {
  /** Whose clock is used: the controller's as long as it reports one, otherwise the platform's. */
  readonly nowBy: 'device' | 'server'
  /** Seconds since local midnight, in steps of ten. */
  readonly nowSecond: number
  /** How far that clock is ahead of the platform's, whole seconds. */
  readonly aheadSeconds: number
}

/** The state of one device, as far as it is followed. */
export interface DeviceState extends TelemetryFacts, AttributeFacts, MomentFacts {
  /** The activity flag where only that key is followed; undefined until it has arrived. */
  readonly activeFlag: boolean | undefined
}

/** Folds in the activity flag where only that key is followed. */
export function foldActiveFlag(before: DeviceState, { samples }: TopicValue): DeviceState {
  return { ...before, activeFlag: parseBoolean(samples?.active?.value) }
}

/** Folds in the telemetry that has arrived. */
export function foldTelemetry(before: DeviceState, arrived: TopicValue, moment: Moment): DeviceState {
  return foldMoment({ ...before, ...telemetryFacts(before, arrived) }, moment)
}

function telemetryFacts(before: TelemetryFacts, { samples, arrivedAtMs = 0, futureMs }: TopicValue): TelemetryFacts {
  const latest = samples ?? {}
  const clock = keepSame(before.clock, readClockView(latest))
  // The clock arrived with the first frame that contained it; later frames may have only lamps.
  const isNews = clock?.oldestAtMs !== before.clock?.oldestAtMs
  return {
    telemetryKnown: samples !== undefined,
    futureMs,
    signals: foldSignals(before.signals, latest, arrivedAtMs),
    clock,
    clockArrivedAtMs: clock && (isNews ? arrivedAtMs : before.clockArrivedAtMs),
  }
}

/** Folds in the attributes that have arrived. */
export function foldAttributes(before: DeviceState, arrived: ArrivedAttributes, moment: Moment): DeviceState {
  return foldMoment({ ...before, ...attributeFacts(before, arrived) }, moment)
}

function attributeFacts(before: AttributeFacts, arrived: ArrivedAttributes): AttributeFacts {
  const server = arrived.server.samples
  const shared = arrived.shared.samples
  const client = arrived.client.samples
  return keepSameMembers<AttributeFacts>(before, {
    server,
    shared,
    client,
    readError: arrived.server.readError ?? arrived.shared.readError,
    connectivity: readConnectivity(server ?? {}),
    settings: desiredSettings(shared, client),
    running: runningSettings(shared, client),
    modeIsKnown: [shared, client].some((scope) => isPresent(plainValues(scope ?? {}), MODE_KEY)),
    place: readLocation(server ?? {}),
    image: readImage(server ?? {}),
  })
}

/** Folds in the passing of time: values that became old no longer look live, and deliveries may run out of time. */
export function foldMoment(before: DeviceState, moment: Moment): DeviceState {
  return { ...before, ...momentFacts(before, moment) }
}

function momentFacts(before: DeviceState, moment: Moment): MomentFacts {
  const { shared, client, clock, connectivity, running } = before
  const { online, lastConnectMs } = connectivity
  const nowMs = Math.floor((moment.nowMs + moment.aheadMs) / 1000) * 1000
  const clockFreshness = freshnessAt(clockTimes(before), moment)
  const day = dayAt(nowMs, online && clockFreshness.kind === 'live' ? clock : null)
  const values = plainValues(client ?? {})
  const modeIsSet = isPresent(plainValues(shared ?? {}), MODE_KEY)
  const inEffect = shared ? readInEffect(values, running, modeIsSet, day.nowSecond) : null
  const program = inEffect?.program ?? null
  const programInEffect = program && { program: programOf(running, program), clearance: running.clearance }
  return keepSameMembers<MomentFacts>(before, {
    nowMs,
    lampsFreshness: freshnessAt(before.signals, moment),
    clockFreshness,
    day,
    inEffect,
    programInEffect,
    street: streetOf(before, programInEffect),
    disagreement: online
      ? planDisagreement(inEffect, running, day.nowSecond, [shared ?? {}, client ?? {}], nowMs)
      : null,
    deliveries: readDeliveries(
      {
        desired: shared ?? {},
        reported: client ?? {},
        connected: online,
        connectedSinceMs: lastConnectMs ?? undefined,
        nowMs,
      },
      reportsKnown(before),
    ),
  })
}

/** Returns whether the controller's reports and its connection are known. */
export function reportsKnown({ server, shared, client }: AttributeFacts): boolean {
  return server !== undefined && shared !== undefined && client !== undefined
}

function dayAt(nowMs: number, clock: DeviceClockView | null): Day {
  return {
    nowBy: clock ? 'device' : 'server',
    nowSecond: Math.floor(secondOfDayNow(clock, nowMs) / 10) * 10,
    aheadSeconds: clock?.driftSeconds ?? 0,
  }
}

function streetOf({ signals, street }: DeviceState, inEffect: ProgramInEffect | null): StreetWatch {
  if (signals.sampleAtMs === null) return NOTHING_WATCHED
  const lamps = perPhase((phase) => ofPhase(signals.phases, phase).lamps)
  return foldStreet(street, inEffect, lamps, signals.sampleAtMs)
}

function clockTimes({ clock, clockArrivedAtMs }: TelemetryFacts): SampleTimes {
  return { sampleAtMs: clock?.oldestAtMs ?? null, arrivedAtMs: clockArrivedAtMs }
}

function freshnessAt(times: SampleTimes, { nowMs, aheadMs, connected }: Moment): Freshness {
  const found = freshness(sampleAgeMs(times, nowMs, aheadMs), connected)
  return 'ageMs' in found && found.ageMs !== null ? { ...found, ageMs: Math.floor(found.ageMs / 1000) * 1000 } : found
}

/**
 * Returns when a device must be updated, by this computer's clock: at the next second, or when something live becomes
 * old.
 */
export function nextMomentMs(state: DeviceState, { nowMs, aheadMs }: Moment): number {
  const serverNowMs = nowMs + aheadMs
  const untilSecond = Math.floor(serverNowMs / 1000) * 1000 + 1000 - serverNowMs
  const untilOld = [state.signals, clockTimes(state)].flatMap((times) => {
    const ageMs = sampleAgeMs(times, nowMs, aheadMs)
    return ageMs === null || ageMs > STALE_AFTER_MS ? [] : [STALE_AFTER_MS - ageMs]
  })
  return nowMs + Math.min(untilSecond, ...untilOld) + 1
}

/** A device about which nothing has arrived. */
export const NOTHING_KNOWN: DeviceState = {
  activeFlag: undefined,
  telemetryKnown: false,
  futureMs: undefined,
  signals: NO_SAMPLES,
  clock: null,
  clockArrivedAtMs: null,
  server: undefined,
  shared: undefined,
  client: undefined,
  readError: undefined,
  connectivity: readConnectivity({}),
  settings: desiredSettings(undefined, undefined),
  running: runningSettings(undefined, undefined),
  modeIsKnown: false,
  place: null,
  image: '',
  nowMs: 0,
  lampsFreshness: { kind: 'noData' },
  clockFreshness: { kind: 'noData' },
  day: dayAt(0, null),
  inEffect: null,
  programInEffect: null,
  street: NOTHING_WATCHED,
  disagreement: null,
  deliveries: readDeliveries({ desired: {}, reported: {}, connected: false, nowMs: 0 }, false),
}
