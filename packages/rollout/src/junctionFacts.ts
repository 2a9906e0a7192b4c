/** Reads what a rollout must know of a junction. */
import type { CallApi } from '@greenwave/client/callTypes'
import { ofDevice } from '@greenwave/client/ofDevice'
import { type Attribute, type AttributeScope, CONNECTIVITY_KEYS } from '@greenwave/contract/attributes'
import { parseInteger } from '@greenwave/controller/integer'
import type { TimedValues } from '@greenwave/controller/timedValue'

/** What is known of a junction. Values have their JSON types. */
export interface JunctionFacts {
  readonly shared: TimedValues
  readonly client: TimedValues
  /** Whether what is sent now arrives now. */
  readonly connected: boolean
  /** Epoch milliseconds. */
  readonly connectedSinceMs: number | undefined
}

/** Reads the attributes of a device. Rejects as the call does. */
export async function readJunctionFacts(
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
  const [shared, client, server] = await Promise.all([
    read('SHARED_SCOPE'),
    read('CLIENT_SCOPE'),
    read('SERVER_SCOPE', [active, lastConnectTime, lastDisconnectTime].join()),
  ])
  const sinceMs = parseInteger(server[lastConnectTime]?.value)
  // The flag of activity ends minutes after the connection did.
  const isGone = (parseInteger(server[lastDisconnectTime]?.value) ?? 0) > (sinceMs ?? 0)
  return { shared, client, connected: server[active]?.value === true && !isGone, connectedSinceMs: sinceMs }
}

function timedValues(attributes: readonly Attribute[]): TimedValues {
  return Object.fromEntries(attributes.map(({ key, value, lastUpdateTs }) => [key, { ts: lastUpdateTs, value }]))
}
