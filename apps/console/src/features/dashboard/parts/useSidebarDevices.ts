import type { DeviceInfo } from '@greenwave/contract/devices'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { devicesQuery } from '../../../data/queries/devices.ts'
import { useSession } from '../../../data/session.ts'
import { matchesSearch } from '../../../ui/lists/matchesSearch.ts'

/** How many devices the side panel lists. */
export const SIDEBAR_DEVICES = 100

export interface SidebarDevices {
  readonly isPending: boolean
  readonly isFetching: boolean
  readonly error: unknown
  readonly retry: () => void
  /** Those that match the search, sorted by name. */
  readonly devices: readonly DeviceInfo[]
  /** The listed ones, whatever is searched for; undefined while they are on their way or could not be loaded. */
  readonly listed: readonly DeviceInfo[] | undefined
  /** How many the platform has in all. */
  readonly total: number
  readonly search: string
  readonly setSearch: (text: string) => void
  /** Asks the platform for the text among all devices; undefined when all are here already, or that was done. */
  readonly searchAll: (() => void) | undefined
}

/** The devices of the side panel: the first hundred by name, searched here at once, and among all on demand. */
export function useSidebarDevices(): SidebarDevices {
  const session = useSession()
  const [search, setSearch] = useState('')
  const [askedFor, setAskedFor] = useState('')
  const request = { pageSize: SIDEBAR_DEVICES, page: 0, sortProperty: 'name', sortOrder: 'ASC' } as const
  const list = useQuery(devicesQuery(session, request))
  const isAsked = askedFor !== '' && askedFor === search
  const found = useQuery({ ...devicesQuery(session, { ...request, textSearch: askedFor }), enabled: isAsked })
  const shown = isAsked ? found : list
  const loaded = shown.data?.data ?? []
  const total = list.data?.totalElements ?? 0
  const hasMore = list.data?.hasNext === true && search.trim() !== '' && !isAsked
  return {
    isPending: shown.isPending,
    isFetching: shown.isFetching,
    error: shown.isError && !shown.data ? shown.error : undefined,
    retry: () => void shown.refetch(),
    devices: search === '' ? loaded : loaded.filter((device) => matchesSearch(search, [device.name, device.label])),
    listed: list.data?.data,
    total,
    search,
    setSearch,
    searchAll: hasMore ? () => setAskedFor(search) : undefined,
  }
}
