/** @file The kinds of day of a corridor: those of which every junction has settings. */
import type { Calendar, JunctionKinds } from '@greenwave/contract/records/calendars'
import { useQuery } from '@tanstack/react-query'
import { calendarsQuery, kindsOfQuery } from '../../../data/queries/calendars.ts'
import { useSession } from '../../../data/session.ts'

/** What administrators know of the kinds of day of junctions. */
export interface CorridorKinds {
  /** The calendar to which all junctions belong; undefined if there is none, and until it is known. */
  readonly calendar: Calendar | undefined
  /** Kinds of which all junctions have settings. */
  readonly kinds: Calendar['kinds']
  /** Settings by the id of the device. */
  readonly kindSets: ReadonlyMap<string, JunctionKinds> | undefined
}

/** Reads the kinds of day of junctions. Only administrators may read calendars. */
export function useCorridorKinds(deviceIds: readonly string[]): CorridorKinds {
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
