/** State of a device in lists: whether it is active, its clock, and the settings that it has not taken. */
import type { TimedValues } from '@greenwave/controller/timedValue'
import type { Freshness, SampleTimes } from '../freshness.ts'
import type { TopicValue } from '../liveTopics.ts'
import { keepSame, keepSameMembers } from '../sharing.ts'
import { type Connectivity, parseBoolean, parseConnectivity } from './connectivity.ts'
import { type DeviceClockView, parseClockView } from './deviceClockView.ts'
import { type ArrivedAttributes, type DeviceSteps, freshnessAt, type Moment, nextChangeMs } from './deviceSteps.ts'
import { type Deliveries, deliveriesAt } from './settings/deliveries.ts'

/** The facts that follow from the clock's telemetry. */
export interface ClockFacts {
  /** The controller's clock; null when it reports none. */
  readonly clock: DeviceClockView | null
  /** When the clock's sample arrived, by this computer's clock, epoch milliseconds. */
  readonly clockArrivedAtMs: number | null
}

/** The attributes, and the connectivity that follows from them. */
export interface ScopeFacts {
  /**
   * Undefined until the first snapshot or answer, because unknown is not the same as empty. Values that were read are
   * JSON; values that were followed are text.
   */
  readonly server: TimedValues | undefined
  readonly shared: TimedValues | undefined
  /** The controller's reports. */
  readonly client: TimedValues | undefined
  readonly connectivity: Connectivity
}

/** Facts that also depend on the time. */
export interface ListedMomentFacts {
  /** The platform's time in whole seconds, epoch milliseconds. */
  readonly nowMs: number
  /** The freshness of the clock. Ages are in whole seconds. */
  readonly clockFreshness: Freshness
  readonly deliveries: Deliveries
}

/** The state of one device in lists, as far as it is followed. */
export interface ListedState extends ClockFacts, ScopeFacts, ListedMomentFacts {
  /** The activity flag where only that key is followed; undefined until it has arrived. */
  readonly activeFlag: boolean | undefined
}

/** Folds in the activity flag where only that key is followed. */
export function foldActiveFlag<State extends ListedState>(before: State, { samples }: TopicValue): State {
  return { ...before, activeFlag: parseBoolean(samples?.active?.value) }
}

/** Returns the facts of the clock after telemetry has arrived. */
export function clockFacts(before: ClockFacts, { samples = {}, arrivedAtMs = 0 }: TopicValue): ClockFacts {
  const clock = keepSame(before.clock, parseClockView(samples))
  // The clock arrived with the first frame that contained it; later frames may have only lamps.
  const isNews = clock?.oldestAtMs !== before.clock?.oldestAtMs
  return { clock, clockArrivedAtMs: clock && (isNews ? arrivedAtMs : before.clockArrivedAtMs) }
}

/** Returns the facts of the scopes after attributes have arrived. */
export function scopeFacts({ server, shared, client }: ArrivedAttributes): ScopeFacts {
  return {
    server: server.samples,
    shared: shared.samples,
    client: client.samples,
    connectivity: parseConnectivity(server.samples ?? {}),
  }
}

/** Returns the facts for lists that depend on the time. */
export function listedMomentFacts(
  before: ClockFacts & ScopeFacts & Pick<ListedMomentFacts, 'deliveries'>,
  moment: Moment,
): ListedMomentFacts {
  const { shared, client, connectivity } = before
  const atMs = moment.nowMs + moment.aheadMs
  const nowMs = Math.floor(atMs / 1000) * 1000
  return {
    nowMs,
    clockFreshness: freshnessAt(clockTimes(before), moment),
    deliveries: deliveriesAt(
      {
        desired: shared ?? {},
        reported: client ?? {},
        connected: connectivity.online,
        connectedSinceMs: connectivity.lastConnectMs ?? undefined,
        nowMs,
      },
      reportsKnown(before),
      before.deliveries,
      atMs,
    ),
  }
}

/** Returns whether the controller's reports and its connection are known. */
export function reportsKnown({ server, shared, client }: ScopeFacts): boolean {
  return server !== undefined && shared !== undefined && client !== undefined
}

/** Returns when the clock was sampled and arrived. */
export function clockTimes({ clock, clockArrivedAtMs }: ClockFacts): SampleTimes {
  return { sampleAtMs: clock?.oldestAtMs ?? null, arrivedAtMs: clockArrivedAtMs }
}

/** State in lists of a device without any received values. */
export const NOTHING_LISTED: ListedState = {
  activeFlag: undefined,
  clock: null,
  clockArrivedAtMs: null,
  server: undefined,
  shared: undefined,
  client: undefined,
  connectivity: parseConnectivity({}),
  nowMs: 0,
  clockFreshness: { kind: 'noData' },
  deliveries: deliveriesAt({ desired: {}, reported: {}, connected: false, nowMs: 0 }, false),
}

function foldMoment(before: ListedState, moment: Moment): ListedState {
  return { ...before, ...keepSameMembers(before, listedMomentFacts(before, moment)) }
}

/** The steps to what lists show. */
export const LISTED_STEPS: DeviceSteps<ListedState> = {
  nothingKnown: NOTHING_LISTED,
  foldTelemetry: (before, arrived, moment) => foldMoment({ ...before, ...clockFacts(before, arrived) }, moment),
  foldAttributes: (before, arrived, moment) =>
    foldMoment({ ...before, ...keepSameMembers<ScopeFacts>(before, scopeFacts(arrived)) }, moment),
  foldActiveFlag,
  foldMoment,
  nextMomentMs: (state, moment) => nextChangeMs([clockTimes(state)], moment),
}
