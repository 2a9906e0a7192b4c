import { createClient } from '@greenwave/client/createClient'
import { demonstrationCalls } from '@greenwave/contract/wire/calls/greenwave'
import type { CausableFault, CausedFaults } from '@greenwave/contract/wire/demonstration'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { callApi } from '../api.ts'
import { callDeps } from '../signInApi.ts'

/** Makes the calls of the demonstration, which no other console loads. Throws as `callApi` does. */
const callDemonstration = createClient({ ...callDeps, calls: demonstrationCalls })

/** Faults also come and go by themselves, so they are read again this often, milliseconds. */
const READ_AGAIN_MS = 5_000

const faultsKey = (deviceId: string) => ['causedFaults', deviceId] as const

/** Reads which faults are caused on a device of the demonstration now. */
export function causedFaultsQuery(deviceId: string) {
  return queryOptions({
    queryKey: faultsKey(deviceId),
    queryFn: ({ signal }) => callDemonstration('causedFaults', { params: { deviceId }, signal }),
    refetchInterval: READ_AGAIN_MS,
  })
}

/** Reads the junction on which visitors cause their first fault: the first one by name. Null if there is none. */
export function sampleJunctionQuery() {
  return queryOptions({
    queryKey: ['sampleJunction'],
    async queryFn({ signal }) {
      const query = { pageSize: 1, page: 0, sortProperty: 'name', sortOrder: 'ASC' } as const
      const { data } = await callApi('tenantDevices', { query, signal })
      const [first] = data
      return first ? { id: first.id.id, title: first.label || first.name } : null
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Causes a fault on a device of the demonstration for some seconds. */
export function causeFaultMutation(deviceId: string) {
  return mutationOptions({
    mutationFn: (body: { readonly fault: CausableFault; readonly seconds: number }) =>
      callDemonstration('causeFault', { params: { deviceId }, body }),
    onSuccess: (faults: CausedFaults, _body, _result, { client }) =>
      void client.setQueryData(faultsKey(deviceId), faults),
  })
}

/** Ends all faults that are caused on a device of the demonstration. */
export function endFaultsMutation(deviceId: string) {
  return mutationOptions({
    mutationFn: () => callDemonstration('endFaults', { params: { deviceId } }),
    onSuccess: (faults: CausedFaults, _nothing, _result, { client }) =>
      void client.setQueryData(faultsKey(deviceId), faults),
  })
}
