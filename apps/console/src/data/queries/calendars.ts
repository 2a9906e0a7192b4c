/** Reads and saves calendars, which are assets, with the settings of each kind of day at their junctions. */
import { type Calendar, parseCalendarAsset, writeCalendar } from '@greenwave/contract/records/calendars'
import { parseSwitchNote, type SwitchNote } from '@greenwave/contract/records/kindNotes'
import { CALENDAR_TYPE, KINDS_KEY } from '@greenwave/contract/records/recordKeys'
import { type JunctionKinds, parseJunctionKinds } from '@greenwave/contract/records/calendars'
import type { AssetInfo } from '@greenwave/contract/wire/assets'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { mutationOptions, queryOptions, useQuery } from '@tanstack/react-query'
import { callRollouts } from '../changeApi.ts'
import { callFleet } from '../fleetApi.ts'
import { useSession } from '../session.ts'

const calendarKeys = {
  all: ['calendars'] as const,
  list: ['calendars', 'list'] as const,
  notes: (assetId: string) => ['calendars', 'notes', assetId] as const,
  junctions: ['calendars', 'junctions'] as const,
  kindsOf: (ids: readonly string[]) => ['calendars', 'junctions', ...ids] as const,
}

/** A calendar with its asset, as it was read. */
export interface KnownCalendar {
  readonly asset: AssetInfo
  readonly calendar: Calendar
}

/** A junction that may belong to a calendar. */
export interface CalendarJunction {
  readonly id: string
  /** Label, or name without one. */
  readonly name: string
  /** Title of its customer; null without one. */
  readonly customer: string | null
  /** Undefined where it belongs to no calendar. */
  readonly kinds: JunctionKinds | undefined
}

const MOST_CALENDARS = 50
const NOTES_AGAIN_MS = 15_000
const PAGE_ROWS = 500
const MOST_PAGES = 20

/** Reads the calendars, the oldest first. Calendars that cannot be read are left out. */
export function calendarsQuery() {
  return queryOptions({
    queryKey: calendarKeys.list,
    queryFn: async ({ signal }): Promise<readonly KnownCalendar[]> => {
      const order = { sortProperty: 'createdTime', sortOrder: 'ASC' } as const
      const query = { type: CALENDAR_TYPE, page: 0, pageSize: MOST_CALENDARS, ...order }
      const { data } = await callRollouts('tenantAssets', { query, signal })
      return data.flatMap((asset) => {
        const { record } = parseCalendarAsset(asset)
        return record ? [{ asset, calendar: record }] : []
      })
    },
  })
}

/** Reads what the watchers of all shares noted of a calendar. */
export function switchNotesQuery(assetId: string) {
  return queryOptions({
    queryKey: calendarKeys.notes(assetId),
    queryFn: async ({ signal }): Promise<readonly SwitchNote[]> => {
      const params = { entityType: 'ASSET', entityId: assetId, scope: 'SERVER_SCOPE' } as const
      const attributes = await callRollouts('attributes', { params, signal })
      return attributes.flatMap(({ key, value }) =>
        key.startsWith('gw_switch_') ? (parseSwitchNote(value) ?? []) : [],
      )
    },
    refetchInterval: NOTES_AGAIN_MS,
  })
}

/** Reads all junctions with the settings of each kind of day. */
export function calendarJunctionsQuery() {
  return queryOptions({
    queryKey: calendarKeys.junctions,
    queryFn: ({ signal }) => fetchJunctions(signal),
    staleTime: 60_000,
  })
}

async function fetchJunctions(signal: AbortSignal): Promise<readonly CalendarJunction[]> {
  const found: CalendarJunction[] = []
  const field = (key: string) => ({ type: 'ENTITY_FIELD', key }) as const
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { data, hasNext } = await callFleet('findEntities', {
      body: {
        entityFilter: { type: 'entityType', entityType: 'DEVICE' },
        keyFilters: [],
        pageLink: { page, pageSize: PAGE_ROWS, sortOrder: { key: field('name'), direction: 'ASC' } },
        entityFields: ['name', 'label', 'ownerName', 'ownerType'].map(field),
        latestValues: [{ type: 'SERVER_ATTRIBUTE', key: KINDS_KEY }],
      },
      signal,
    })
    for (const { entityId, latest } of data) {
      const { name, label, ownerName, ownerType } = latest.ENTITY_FIELD ?? {}
      found.push({
        id: entityId.id,
        name: label?.value.trim() || name?.value || entityId.id,
        customer: ownerType?.value === 'CUSTOMER' ? ownerName?.value.trim() || null : null,
        kinds: parseJunctionKinds(latest.SERVER_ATTRIBUTE?.[KINDS_KEY]?.value),
      })
    }
    if (!hasNext) break
  }
  return found
}

/** Reads the kinds of some junctions, by the id of the device; without those that belong to no calendar. */
function kindsOfQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: calendarKeys.kindsOf(ids),
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, JunctionKinds>> => {
      const found = await Promise.all(
        ids.map(async (id) => {
          const params = { ...ofDevice(id), scope: 'SERVER_SCOPE' } as const
          const [attribute] = await callRollouts('attributes', { params, query: { keys: KINDS_KEY }, signal })
          return [id, parseJunctionKinds(attribute?.value)] as const
        }),
      )
      return new Map(found.flatMap(([id, kinds]) => (kinds ? [[id, kinds] as const] : [])))
    },
  })
}

/** What administrators know of the kinds of day of some junctions. */
export interface CommonKinds {
  /** The calendar to which all junctions belong; undefined if there is none, and until it is known. */
  readonly calendar: Calendar | undefined
  /** Kinds of which all junctions have settings. */
  readonly kinds: Calendar['kinds']
  /** Settings by the id of the device. */
  readonly kindSets: ReadonlyMap<string, JunctionKinds> | undefined
}

/** Reads the kinds of day that junctions have in common. Only administrators may read calendars. */
export function useCommonKinds(deviceIds: readonly string[]): CommonKinds {
  const session = useSession()
  const enabled = session.state === 'signedIn' && session.isTenantAdmin
  const kindSets = useQuery({ ...kindsOfQuery(deviceIds), enabled }).data
  const key = kindSets?.get(deviceIds[0] ?? '')?.calendar
  const isCommon = key !== undefined && deviceIds.every((id) => kindSets?.get(id)?.calendar === key)
  const all = useQuery({ ...calendarsQuery(), enabled: enabled && isCommon }).data
  const calendar = isCommon ? all?.find((one) => one.calendar.key === key)?.calendar : undefined
  const kinds = calendar?.kinds.filter(({ id }) => deviceIds.every((one) => kindSets?.get(one)?.kinds[id])) ?? []
  return { calendar, kinds, kindSets }
}

/** A calendar to save: over the one that was read, or a new one of a name. */
export interface SavedCalendar {
  readonly asset: AssetInfo | undefined
  readonly name: string
  readonly calendar: Calendar
}

/** Saves a calendar. Rejects with 409 after a save by another user. */
export const saveCalendarMutation = mutationOptions({
  mutationFn: ({ asset, name, calendar }: SavedCalendar) => {
    const additionalInfo = writeCalendar(asset?.additionalInfo, calendar)
    return callRollouts('saveAsset', { body: { ...(asset ?? { name, type: CALENDAR_TYPE }), additionalInfo } })
  },
  onSuccess: (_asset, _saved, _result, { client }) => client.invalidateQueries({ queryKey: calendarKeys.list }),
})

/** Saves the settings of each kind at a junction; undefined takes it out of its calendar. */
export const saveKindsMutation = mutationOptions({
  mutationFn: async ({ id, kinds }: { readonly id: string; readonly kinds: JunctionKinds | undefined }) => {
    const params = { ...ofDevice(id), scope: 'SERVER_SCOPE' } as const
    if (kinds) await callRollouts('saveAttributes', { params, body: { [KINDS_KEY]: kinds } })
    else await callRollouts('deleteAttributes', { params, query: { keys: KINDS_KEY } })
  },
  onSettled: (_reply, _error, _junction, _result, { client }) =>
    client.invalidateQueries({ queryKey: calendarKeys.junctions }),
})

/** Fetches the shared attributes of a junction. */
export async function fetchShared(id: string): Promise<Readonly<Record<string, unknown>>> {
  const shared = await callRollouts('attributes', { params: { ...ofDevice(id), scope: 'SHARED_SCOPE' } })
  return Object.fromEntries(shared.map(({ key, value }) => [key, value]))
}
