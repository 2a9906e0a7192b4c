/** @file Reads a calendar with its junctions from a platform, and compares and saves one of a file. */
import { CALENDAR_TYPE, KINDS_KEY } from '@greenwave/contract/records/recordKeys'
import { kindFindings } from '@greenwave/changes/calendar/kindSettings'
import type { CallApi } from '@greenwave/client/callTypes'
import { listRows } from '@greenwave/client/listPages'
import {
  type Calendar,
  type JunctionKinds,
  parseCalendarAsset,
  parseJunctionKinds,
  writeCalendar,
} from '@greenwave/contract/records/calendars'
import type { AssetInfo } from '@greenwave/contract/wire/assets'
import type { DeviceInfo } from '@greenwave/contract/wire/devices'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { isDanger } from '@greenwave/controller/checks/danger'
import { describeFinding } from '@greenwave/controller/settingTable/describe'
import pMap from 'p-map'
import type { CalendarFile } from './calendarFile.ts'

const PAGE_ROWS = 20
const CALLS_AT_ONCE = 8

/** A calendar of a platform. */
export interface PlatformCalendar {
  readonly asset: AssetInfo
  readonly calendar: Calendar
}

/** Fetches the calendars of a platform, the oldest first. Calendars that cannot be read are left out. */
export async function fetchCalendars(call: CallApi): Promise<readonly PlatformCalendar[]> {
  const found: PlatformCalendar[] = []
  const assets = listRows((page) =>
    call('tenantAssets', {
      query: { type: CALENDAR_TYPE, pageSize: PAGE_ROWS, page, sortProperty: 'createdTime', sortOrder: 'ASC' },
    }),
  )
  for await (const asset of assets) {
    const { record } = parseCalendarAsset(asset)
    if (record) found.push({ asset, calendar: record })
  }
  return found
}

/** Fetches the file of a calendar, with its junctions and their other settings. Ids of junctions in rules become names. */
export async function fetchCalendarFile(
  call: CallApi,
  { calendar }: PlatformCalendar,
  devices: readonly DeviceInfo[],
): Promise<CalendarFile> {
  const names = new Map(devices.map(({ id, name }) => [id.id, name]))
  const junctions = await pMap(
    devices,
    async ({ id, name }) => {
      const kinds = await fetchKinds(call, id.id)
      if (kinds?.calendar !== calendar.key) return []
      return [{ name, settings: await fetchShared(call, id.id), kinds: kinds.kinds }]
    },
    { concurrency: CALLS_AT_ONCE },
  )
  return { calendar: withJunctions(calendar, (id) => names.get(id) ?? id), junctions: junctions.flat() }
}

/** A junction of a file whose kinds are to be written; undefined: it leaves the calendar. */
interface ChangedJunction {
  readonly name: string
  readonly id: string
  readonly kinds: JunctionKinds | undefined
}

/** Differences between a file and a platform. */
interface CalendarDifference {
  readonly problems: readonly string[]
  readonly junctions: readonly ChangedJunction[]
  /** The content with ids of junctions; undefined where the platform has the same. */
  readonly calendar: Calendar | undefined
}

/** Compares a file with a platform. A junction without kinds leaves the calendar; junctions that the file lacks stay. */
export async function compareCalendar(
  call: CallApi,
  { calendar, junctions }: CalendarFile,
  present: PlatformCalendar | undefined,
  devices: readonly DeviceInfo[],
): Promise<CalendarDifference> {
  const ids = new Map(devices.map(({ id, name }) => [name, id.id]))
  const problems: string[] = []
  const changed = await pMap(
    junctions,
    async ({ name, kinds }): Promise<readonly ChangedJunction[]> => {
      const id = ids.get(name)
      if (id === undefined) {
        problems.push(`${name}: no junction has this name`)
        return []
      }
      const [before, shared] = await Promise.all([fetchKinds(call, id), fetchShared(call, id)])
      if (before && before.calendar !== calendar.key) {
        problems.push(`${name}: belongs to the calendar with the key "${before.calendar}": take it out of that first`)
      }
      for (const [kind, set] of Object.entries(kinds)) {
        const findings = kindFindings(set, shared)
        const refused = findings.find(
          (one) => (one.level === 'error' && Object.hasOwn(set, one.field)) || isDanger(one),
        )
        if (refused) problems.push(`${name}: kinds.${kind}: ${describeFinding(refused)}`)
      }
      const isIn = Object.keys(kinds).length > 0
      const after = isIn ? { calendar: calendar.key, kinds } : undefined
      return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ name, id, kinds: after }]
    },
    { concurrency: CALLS_AT_ONCE },
  )
  const content = withJunctions(calendar, (name) => ids.get(name) ?? name)
  const isSame = present !== undefined && JSON.stringify(present.calendar) === JSON.stringify(content)
  return { problems, junctions: changed.flat(), calendar: isSame ? undefined : content }
}

/** Saves the kinds of a junction. */
export async function saveKinds(call: CallApi, { id, kinds }: ChangedJunction): Promise<void> {
  const params = { ...ofDevice(id), scope: 'SERVER_SCOPE' }
  if (kinds) await call('saveAttributes', { params, body: { [KINDS_KEY]: kinds } })
  else await call('deleteAttributes', { params, query: { keys: KINDS_KEY } })
}

/** Saves a calendar. Rejects as the call does: with 409 after a save by another user. */
export async function saveCalendar(
  call: CallApi,
  present: PlatformCalendar | undefined,
  calendar: Calendar,
  name: string,
): Promise<void> {
  const { asset } = present ?? {}
  const additionalInfo = writeCalendar(asset?.additionalInfo, calendar)
  await call('saveAsset', { body: { ...(asset ?? { name, type: CALENDAR_TYPE }), additionalInfo } })
}

function withJunctions(calendar: Calendar, nameOf: (junction: string) => string): Calendar {
  const rules = calendar.rules.map((rule) =>
    rule.junctions ? { ...rule, junctions: rule.junctions.map(nameOf) } : rule,
  )
  return { ...calendar, rules }
}

async function fetchKinds(call: CallApi, id: string): Promise<JunctionKinds | undefined> {
  const params = { ...ofDevice(id), scope: 'SERVER_SCOPE' }
  const [found] = await call('attributes', { params, query: { keys: KINDS_KEY } })
  return parseJunctionKinds(found?.value)
}

async function fetchShared(call: CallApi, id: string): Promise<Readonly<Record<string, unknown>>> {
  const shared = await call('attributes', { params: { ...ofDevice(id), scope: 'SHARED_SCOPE' } })
  return Object.fromEntries(shared.map(({ key, value }) => [key, value]))
}
