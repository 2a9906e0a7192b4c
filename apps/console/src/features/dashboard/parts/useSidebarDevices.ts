import type { DeviceInfo } from '@greenwave/contract/wire/devices'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { devicesQuery, FIRST_DEVICES } from '../../../data/queries/devices.ts'
import { useSession } from '../../../data/session.ts'
import { matchesSearch } from '../../../ui/lists/matchesSearch.ts'
import { type FoundBeyond, useSearchBeyond } from '../../../ui/lists/useSearchBeyond.ts'

/** How many devices beyond the first hundred a search shows by itself. */
const BEYOND_ROWS = 10

/** The devices of the side panel, with the state of their search. */
export interface SidebarDevices {
  readonly isPending: boolean
  readonly isFetching: boolean
  readonly error: unknown
  readonly retry: () => void
  /** The devices that match the search, sorted by name. */
  readonly devices: readonly DeviceInfo[]
  /** The devices of the first page, whatever the search; undefined while they load and after loading failed. */
  readonly listed: readonly DeviceInfo[] | undefined
  /** How many devices the platform has for this user. */
  readonly total: number
  readonly search: string
  readonly setSearch: (text: string) => void
  /**
   * Searches all devices on the platform; undefined without a search text, when all devices are loaded, and after such
   * a search.
   */
  readonly searchAll: (() => void) | undefined
  /** Devices that the search finds beyond the first page, shortly after the last key. */
  readonly beyond: FoundBeyond<DeviceInfo>
}

const searched = ({ name, label }: DeviceInfo) => [name, label]

/**
 * Returns the devices of the side panel: the first hundred by name. A search filters these at once; `searchAll` asks
 * the platform for all matching devices.
 */
export function useSidebarDevices(): SidebarDevices {
  const session = useSession()
  const [search, setSearch] = useState('')
  const [askedFor, setAskedFor] = useState('')
  const list = useQuery(devicesQuery(session, FIRST_DEVICES))
  const isAsked = askedFor !== '' && askedFor === search
  const found = useQuery({ ...devicesQuery(session, { ...FIRST_DEVICES, textSearch: askedFor }), enabled: isAsked })
  const shown = isAsked ? found : list
  const loaded = shown.data?.data ?? []
  const total = list.data?.totalElements ?? 0
  const hasMore = list.data?.hasNext === true && search.trim() !== '' && !isAsked
  const beyond = useSearchBeyond({
    text: search,
    hasMore,
    request: { ...FIRST_DEVICES, pageSize: BEYOND_ROWS },
    read: (request) => devicesQuery(session, request),
    searched,
  })
  const listedIds = new Set(list.data?.data.map(({ id }) => id.id))
  const matches = (device: DeviceInfo) => matchesSearch(search, searched(device))
  return {
    isPending: shown.isPending,
    isFetching: shown.isFetching,
    error: shown.isError && !shown.data ? shown.error : undefined,
    retry: () => void shown.refetch(),
    devices: search === '' ? loaded : loaded.filter(matches),
    listed: list.data?.data,
    total,
    search,
    setSearch,
    searchAll: hasMore ? () => setAskedFor(search) : undefined,
    beyond: { ...beyond, rows: beyond.rows.filter((device) => !listedIds.has(device.id.id) && matches(device)) },
  }
}
