/** Reads and writes of the page on which a controller is connected; loaded with it. */
import { createClient } from '@greenwave/client/createClient'
import { writeChange } from '@greenwave/changes/writeChange'
import { type Commissioning, parseCommissioning } from '@greenwave/contract/records/commissioning'
import { COMMISSIONING_KEY } from '@greenwave/contract/records/recordKeys'
import { attemptCalls } from '@greenwave/contract/wire/calls/greenwave'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { callChanges } from '../changeApi.ts'
import { serverNowMs } from '../serverTime.ts'
import { whoIsSignedIn } from '../session.ts'
import { callDeps } from '../signInApi.ts'
import { refetchAttributes } from '../useLive.ts'
import { CHANGES_UNDER_WAY, fetchAttributeValues, newChangeIdentity } from './deviceAttributes.ts'
import { isGreenwave } from './system.ts'

const callAttempts = createClient({ ...callDeps, calls: attemptCalls })

/** A person waits beside the controller, milliseconds. */
const READ_AGAIN_MS = 1_000

/** Reads how the controller of a device connected or failed to; null where the platform keeps no such log. */
export function controllerAttemptsQuery(deviceId: string) {
  return queryOptions({
    queryKey: ['controllerAttempts', deviceId],
    queryFn: async ({ client, signal }) =>
      (await isGreenwave(client)) ? callAttempts('controllerAttempts', { params: { deviceId }, signal }) : null,
    refetchInterval: ({ state }) => (state.data === null ? false : READ_AGAIN_MS),
    gcTime: 0,
  })
}

/** Returns the record with a step done now; `now` is the stored one, or one that begins. */
export type CommissioningStep = (now: Commissioning, mark: Commissioning['begun']) => Commissioning

/**
 * Keeps a step of the commissioning of a device. The stored record is read first, so that two devices can work on it.
 * With a signature the step is recorded as a change, too.
 */
export function commissioningMutation(deviceId: string) {
  return mutationOptions({
    // A second tap waits for the first one.
    scope: { id: `commissioning ${deviceId}` },
    mutationFn: async (step: CommissioningStep) => {
      const by = whoIsSignedIn()
      const mark = { at: serverNowMs(), by: by.name }
      const present = await fetchAttributeValues(deviceId, 'SERVER_SCOPE')
      const stored = parseCommissioning(present[COMMISSIONING_KEY])
      const record = step(stored ?? { begun: mark, lamps: {} }, mark)
      // A record has only JSON.
      const values = { [COMMISSIONING_KEY]: JSON.parse(JSON.stringify(record)) }
      if (record.signed && !stored?.signed) {
        const change = { ...newChangeIdentity(), deviceId, scope: 'SERVER_SCOPE', by, from: 'console' } as const
        await writeChange(callChanges, { ...change, values, present, why: record.signed.note })
      } else {
        const params = { ...ofDevice(deviceId), scope: 'SERVER_SCOPE' }
        await callChanges('saveAttributes', { params, body: values })
      }
    },
    onSuccess: (_saved, _step, _result, { client }) => {
      void client.invalidateQueries({ queryKey: CHANGES_UNDER_WAY })
      return refetchAttributes(deviceId, 'SERVER_SCOPE')
    },
  })
}
