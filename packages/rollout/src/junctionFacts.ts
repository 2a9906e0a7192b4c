/** Reads what a rollout must know of a junction. */
import type { CallApi } from '@greenwave/client/callTypes'
import { type Hold, holdInForce } from '@greenwave/contract/records/holds'
import { LEARNED_KEY } from '@greenwave/contract/records/displays'
import { parseSite, phaseNamesOf, SITE_KEY } from '@greenwave/contract/records/junctionSite'
import { JUNCTION_KEYS } from '@greenwave/contract/records/watch'
import { type Attribute, type AttributeScope, CONNECTIVITY_KEYS } from '@greenwave/contract/wire/attributes'
import { ofDevice } from '@greenwave/contract/wire/ids'
import type { OwnLimits } from '@greenwave/controller/checks/ownLimits'
import { clockDriftSeconds, parseDeviceClock } from '@greenwave/controller/deviceClock'
import { parseInteger } from '@greenwave/controller/integer'
import { CLOCK_KEYS, MODE_KEY } from '@greenwave/controller/keys'
import type { PhaseNames } from '@greenwave/controller/phaseNames'
import type { TimedValues } from '@greenwave/controller/timedValue'
import { parseLearnedStyles, parseSetStyles } from '@greenwave/observer/replay/recordedStyles'
import type { KnownStyles, LearnedStyles } from '@greenwave/observer/styles'
import { ownLimits } from '@greenwave/coordination/calculators/ownLimits'

/** Facts about a junction. Values have their JSON types. */
export interface JunctionFacts {
  readonly shared: TimedValues
  readonly client: TimedValues
  /** Whether what is sent now arrives now. */
  readonly connected: boolean
  /** Epoch milliseconds. */
  readonly connectedSinceMs: number | undefined
  /** The limits that follow from what is known of its streets. */
  readonly limits?: OwnLimits | undefined
  /** Displays and control, as set and as learned; left out where nothing is read of them. */
  readonly styles?: { readonly set: KnownStyles; readonly learned: LearnedStyles } | undefined
  /** How its phases are called; left out where that is not known. */
  readonly phaseNames?: PhaseNames | undefined
  /** The hold that is in force; left out if nothing is held. */
  readonly hold?: Hold | undefined
}

/** Fetches the attributes of a device. Rejects as the call does. */
export async function fetchJunctionFacts(
  call: CallApi<'attributes'>,
  deviceId: string,
  signal?: AbortSignal,
): Promise<JunctionFacts> {
  const read = async (scope: AttributeScope, keys?: string) =>
    timedValues(
      await call('attributes', {
        params: { ...ofDevice(deviceId), scope },
        ...(keys !== undefined && { query: { keys } }),
        ...(signal && { signal }),
      }),
    )
  const { active, lastConnectTime, lastDisconnectTime } = CONNECTIVITY_KEYS
  const { hold, held } = JUNCTION_KEYS
  const [shared, client, server] = await Promise.all([
    read('SHARED_SCOPE'),
    read('CLIENT_SCOPE'),
    read('SERVER_SCOPE', [active, lastConnectTime, lastDisconnectTime, SITE_KEY, LEARNED_KEY, hold, held].join()),
  ])
  const sinceMs = parseInteger(server[lastConnectTime]?.value)
  // The flag of activity ends minutes after the connection did.
  const isGone = (parseInteger(server[lastDisconnectTime]?.value) ?? 0) > (sinceMs ?? 0)
  const { site } = parseSite(server[SITE_KEY]?.value)
  return {
    ...{ shared, client, connected: server[active]?.value === true && !isGone, connectedSinceMs: sinceMs },
    limits: ownLimits(site),
    styles: { set: parseSetStyles(server[SITE_KEY]?.value), learned: parseLearnedStyles(server[LEARNED_KEY]?.value) },
    phaseNames: phaseNamesOf(site),
    hold: holdInForce({ hold: server[hold], held: server[held], mode: shared[MODE_KEY] })?.hold,
  }
}

function timedValues(attributes: readonly Attribute[]): TimedValues {
  return Object.fromEntries(attributes.map(({ key, value, lastUpdateTs }) => [key, { ts: lastUpdateTs, value }]))
}

/** Fetches the latest clock telemetry of a device. Rejects as the call does. */
export async function fetchClockValues(call: CallApi<'timeseries'>, deviceId: string): Promise<TimedValues> {
  const query = { keys: CLOCK_KEYS.join(), useStrictDataTypes: 'true' }
  const answer = await call('timeseries', { params: ofDevice(deviceId), query })
  return Object.fromEntries(Object.entries(answer).flatMap(([key, [value]]) => (value ? [[key, value]] : [])))
}

/** Returns how far a clock was ahead (negative: behind) when it was shown last, in whole seconds; null if it shows none. */
export function shownDrift(values: TimedValues): number | null {
  const clock = parseDeviceClock(values)
  return clock?.ts == null ? null : clockDriftSeconds(clock.time, clock.ts)
}
