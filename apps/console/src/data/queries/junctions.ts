/** Which junctions are in trouble, and how many a customer has, for lists that have loaded only some devices. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { deviceKeys } from './devices.ts'

/** How long the number of a customer's devices counts as fresh, milliseconds. */
const COUNT_FRESH_MS = 60_000

/** Reads all junctions in trouble that the user may see, the worst first. */
export function troubledQuery() {
  return queryOptions({
    queryKey: ['junctions', 'troubled'],
    queryFn: async ({ signal }) => (await import('./junctionReads.ts')).fetchTroubled(signal),
    placeholderData: keepPreviousData,
  })
}

/** Counts all devices of a customer, by its title; null counts the devices without a customer. */
export function customerDevicesQuery(customer: string | null) {
  return queryOptions({
    queryKey: [...deviceKeys.lists, 'count', customer],
    queryFn: async ({ signal }) => (await import('./junctionReads.ts')).fetchDeviceCount(customer, signal),
    staleTime: COUNT_FRESH_MS,
  })
}
