/**
 * State of one device at one time: what lists show of it, and all that its own page shows. It is folded step by step
 * from frames of telemetry, from frames and answers of attributes, and from the passing of time.
 */
import { CHANGE_KEY } from '@greenwave/contract/records/recordKeys'
import { isPresent } from '@greenwave/controller/attributes'
import { ofPhase, perPhase } from '@greenwave/controller/controllerLimits'
import { MODE_KEY } from '@greenwave/controller/keys'
import { type Clearance, type ControllerSettings, type Program, programOf } from '@greenwave/controller/settings'
import type { LampReadings } from '@greenwave/controller/telemetry'
import type { TimedValue } from '@greenwave/controller/timedValue'
import {
  desiredSettings,
  type InEffect,
  plainValues,
  inEffect as readInEffect,
  runningSettings,
} from '@greenwave/observer/inEffect'
import { type Expectation, NOTHING_EXPECTED, nextExpectation } from '@greenwave/observer/expectation'
import type { Junction } from '@greenwave/observer/junction'
import type { Freshness } from '../freshness.ts'
import type { TopicValue } from '../liveTopics.ts'
import { keepSameMembers } from '../sharing.ts'
import { type DeviceClockView, secondOfDayNow } from './deviceClockView.ts'
import { type ArrivedAttributes, type DeviceSteps, freshnessAt, type Moment, nextChangeMs } from './deviceSteps.ts'
import { parseImage } from './image.ts'
import {
  type ClockFacts,
  clockFacts,
  clockTimes,
  foldActiveFlag,
  type ListedMomentFacts,
  type ListedState,
  listedMomentFacts,
  NOTHING_LISTED,
  type ScopeFacts,
  scopeFacts,
} from './listedState.ts'
import { type Place, parseLocation } from './location.ts'
import { type PlanDisagreement, planDisagreement } from './settings/planDisagreement.ts'
import { parseSiteFacts, type SiteFacts } from './siteFacts.ts'
import { type CyclePosition, positionFromLamps } from './street/cyclePosition.ts'
import {
  type Following,
  followingOf,
  haveSameDisplays,
  NOTHING_FOLLOWED,
  NOTHING_OBSERVED,
  observeAttributes,
  observeDisplays,
  observeTelemetry,
} from './street/observedStreet.ts'
import type { PhaseReading } from './street/phaseReading.ts'
import { foldSignals, NO_SAMPLES, type SignalSamples } from './street/signalSamples.ts'

/** The program in effect, with its clearance times. */
export interface ProgramInEffect {
  readonly program: Program
  readonly clearance: Clearance
}

/** The facts that follow from telemetry. */
interface TelemetryFacts extends ClockFacts {
  /** False until it is known whether the device has any countdowns. */
  readonly telemetryKnown: boolean
  /** The latest future time of the samples that were left out because of such a time, epoch milliseconds. */
  readonly futureMs: number | undefined
  readonly signals: SignalSamples
  readonly observed: Junction
  /** Expectation of lamps that do not count, from the settings. */
  readonly expected: Expectation
  /** The record of the last change, as it is on the wire. */
  readonly change: TimedValue | undefined
}

/** The facts that follow from attributes. */
interface AttributeFacts extends ScopeFacts {
  /** The error of the last read of the server or shared attributes. */
  readonly readError: unknown
  /** Requested settings. */
  readonly settings: ControllerSettings
  /** The settings that the controller runs, as far as it reports them. */
  readonly running: ControllerSettings
  /** False when no mode was ever set and none is reported; it is then unknown what drives the lamps. */
  readonly modeIsKnown: boolean
  readonly place: Place | null
  readonly site: SiteFacts
  /** The address of the intersection's picture; empty for none. */
  readonly image: string
}

/** Facts that also depend on the time. */
interface MomentFacts extends ListedMomentFacts {
  /** Freshness of the lamps. Ages are in whole seconds. */
  readonly lampsFreshness: Freshness
  /** The time of day. */
  readonly day: Day
  readonly inEffect: InEffect | null
  /** The program in effect with its times; null where none is. */
  readonly programInEffect: ProgramInEffect | null
  /** Where the lamps are in the cycle of the program in effect. */
  readonly position: CyclePosition
  readonly following: Following
  readonly disagreement: PlanDisagreement | null
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
export interface DeviceState extends ListedState, TelemetryFacts, AttributeFacts, MomentFacts {}

function telemetryFacts(before: TelemetryFacts, arrived: TopicValue): TelemetryFacts {
  const { samples = {}, arrivedAtMs = 0, futureMs } = arrived
  const observed = samples === before.signals.source ? before.observed : observeTelemetry(before.observed, samples)
  return {
    ...clockFacts(before, arrived),
    telemetryKnown: arrived.samples !== undefined,
    futureMs,
    observed,
    expected: observed.street === before.observed.street ? before.expected : nextExpectation(before.expected, observed),
    change: samples[CHANGE_KEY],
    signals: foldSignals(before.signals, samples, arrivedAtMs, observed),
  }
}

function attributeFacts(before: AttributeFacts, arrived: ArrivedAttributes): AttributeFacts {
  const scopes = scopeFacts(arrived)
  const { server = {}, shared, client } = scopes
  return keepSameMembers<AttributeFacts>(before, {
    ...scopes,
    readError: arrived.server.readError ?? arrived.shared.readError,
    settings: desiredSettings(shared, client),
    running: runningSettings(shared, client),
    modeIsKnown: [shared, client].some((scope) => isPresent(plainValues(scope ?? {}), MODE_KEY)),
    place: parseLocation(server),
    site: parseSiteFacts(server),
    image: parseImage(server),
  })
}

function foldMoment(before: DeviceState, moment: Moment): DeviceState {
  return { ...before, ...momentFacts(before, moment) }
}

function momentFacts(before: DeviceState, moment: Moment): MomentFacts {
  const { shared, client, clock, connectivity, running } = before
  const listed = listedMomentFacts(before, moment)
  const { nowMs, clockFreshness } = listed
  const day = dayAt(nowMs, connectivity.online && clockFreshness.kind === 'live' ? clock : null)
  const values = plainValues(client ?? {})
  const modeIsSet = isPresent(plainValues(shared ?? {}), MODE_KEY)
  const inEffect = shared ? readInEffect(values, running, modeIsSet, day.nowSecond) : null
  const program = inEffect?.program ?? null
  const programInEffect = program && { program: programOf(running, program), clearance: running.clearance }
  return keepSameMembers<MomentFacts>(before, {
    ...listed,
    lampsFreshness: freshnessAt(before.signals, moment),
    day,
    inEffect,
    programInEffect,
    position: positionOf(before, programInEffect),
    following: programInEffect ? followingOf(before.observed) : NOTHING_FOLLOWED,
    disagreement: connectivity.online
      ? planDisagreement(inEffect, running, day.nowSecond, [shared ?? {}, client ?? {}], nowMs)
      : null,
  })
}

function dayAt(nowMs: number, clock: DeviceClockView | null): Day {
  return {
    nowBy: clock ? 'device' : 'server',
    nowSecond: Math.floor(secondOfDayNow(clock, nowMs) / 10) * 10,
    aheadSeconds: clock?.driftSeconds ?? 0,
  }
}

function positionOf({ signals, observed }: DeviceState, inEffect: ProgramInEffect | null): CyclePosition {
  // Actuated greens have no position in the cycle.
  if (!inEffect || observed.styles.control?.kind === 'actuated') return { kind: 'unknown' }
  const lamps = perPhase((phase) => countsOf(ofPhase(signals.phases, phase)))
  return positionFromLamps(inEffect.program, inEffect.clearance, lamps)
}

const NO_COUNTS: LampReadings = { red: 0, yellow: 0, green: 0 }

/** Returns the counts of a phase; none where its lit lamp does not count now. */
function countsOf({ lamps, condition, isCounting }: PhaseReading): LampReadings {
  const isLit = condition === 'red' || condition === 'yellow' || condition === 'green'
  return isLit && !isCounting ? NO_COUNTS : lamps
}

const NOTHING_KNOWN: DeviceState = {
  ...NOTHING_LISTED,
  telemetryKnown: false,
  futureMs: undefined,
  signals: NO_SAMPLES,
  observed: NOTHING_OBSERVED,
  expected: NOTHING_EXPECTED,
  change: undefined,
  readError: undefined,
  settings: desiredSettings(undefined, undefined),
  running: runningSettings(undefined, undefined),
  modeIsKnown: false,
  place: null,
  site: parseSiteFacts({}),
  image: '',
  lampsFreshness: { kind: 'noData' },
  day: dayAt(0, null),
  inEffect: null,
  programInEffect: null,
  position: { kind: 'unknown' },
  following: NOTHING_FOLLOWED,
  disagreement: null,
}

/** Steps to the complete state of a device. */
export const DEVICE_STEPS: DeviceSteps<DeviceState> = {
  nothingKnown: NOTHING_KNOWN,
  foldTelemetry: (before, arrived, moment) => foldMoment({ ...before, ...telemetryFacts(before, arrived) }, moment),
  foldAttributes: (before, arrived, moment) => {
    const facts = attributeFacts(before, arrived)
    const nowMs = moment.nowMs + moment.aheadMs
    const isNew = facts.shared !== before.shared || facts.client !== before.client
    const shown = haveSameDisplays(facts.server, before.server)
      ? before.observed
      : observeDisplays(before.observed, facts.server)
    const observed = isNew ? observeAttributes(shown, facts.shared, facts.client, nowMs) : shown
    return foldMoment({ ...before, ...facts, observed }, moment)
  },
  foldActiveFlag,
  foldMoment,
  nextMomentMs: (state, moment) => nextChangeMs([state.signals, clockTimes(state)], moment),
}
