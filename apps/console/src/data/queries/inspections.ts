/** Reads and changes planned inspections of junctions. */
import {
  dueDay,
  INSPECTION_DUE_KEY,
  INSPECTIONS_KEY,
  type Inspection,
  inspectionValues,
  parseInspections,
  withInspection,
  withoutInspection,
} from '@greenwave/contract/records/inspections'
import type { DeviceInfo } from '@greenwave/contract/wire/devices'
import type { EntityKey } from '@greenwave/contract/wire/entityQueries'
import { isoDate, parseIsoTime } from '@greenwave/controller/isoTime'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { callApi } from '../api.ts'
import { callFleet } from '../fleetApi.ts'
import { serverNowMs } from '../serverTime.ts'
import { passMissing } from './photos.ts'

/** Among the keys of works: a work that is done is read again with the inspection that it did. */
const KEY = ['works', 'inspections'] as const

/** Junctions that one call reads, and the most calls. */
const PAGE_SIZE = 1000
const MOST_PAGES = 10
/** Users do not wait for what becomes due, milliseconds. */
const AGAIN_MS = 300_000
/** Junctions that are written at once. */
const AT_ONCE = 6

/** A planned inspection of a junction. */
export interface JunctionInspection {
  readonly deviceId: string
  /** Name of the junction. */
  readonly junction: string
  readonly inspection: Inspection
  /** Local day from which it is due. */
  readonly due: string
}

/** Returns the beginning of a local day, epoch milliseconds. */
export const beginningOf = (local: string): number => parseIsoTime(`${local}T00:00`) ?? 0

/** Reads inspections, what is due first: those of one junction, of all that the user may see, or those that are due. */
export function inspectionsQuery(of: 'all' | 'due' | Pick<DeviceInfo, 'id' | 'label' | 'name'>) {
  return queryOptions({
    queryKey: [...KEY, typeof of === 'string' ? of : of.id.id],
    queryFn: async ({ signal }): Promise<readonly JunctionInspection[]> => {
      if (typeof of === 'string') return fetchAll(of === 'due', signal)
      return rowsOf(of.id.id, of.label?.trim() || of.name, await fetchInspections(of.id.id, signal))
    },
    refetchInterval: of === 'due' ? AGAIN_MS : false,
  })
}

const field = (key: string): EntityKey => ({ type: 'ENTITY_FIELD', key })
const attribute = (key: string): EntityKey => ({ type: 'SERVER_ATTRIBUTE', key })

async function fetchAll(isDueOnly: boolean, signal: AbortSignal): Promise<readonly JunctionInspection[]> {
  const nowMs = serverNowMs()
  const operation = isDueOnly ? 'LESS_OR_EQUAL' : 'GREATER'
  const predicate = { type: 'NUMERIC', operation, value: { defaultValue: isDueOnly ? nowMs : 0 } } as const
  const key = attribute(INSPECTION_DUE_KEY)
  const rows: JunctionInspection[] = []
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { data, hasNext } = await callFleet('findEntities', {
      body: {
        entityFilter: { type: 'entityType', entityType: 'DEVICE' },
        keyFilters: [{ key, predicate }],
        pageLink: { page, pageSize: PAGE_SIZE, sortOrder: { key, direction: 'ASC' } },
        entityFields: [field('name'), field('label')],
        latestValues: [attribute(INSPECTIONS_KEY)],
      },
      signal,
    })
    for (const { entityId, latest } of data) {
      const { name, label } = latest.ENTITY_FIELD ?? {}
      const inspections = parseInspections(latest.SERVER_ATTRIBUTE?.[INSPECTIONS_KEY]?.value)
      rows.push(...rowsOf(entityId.id, label?.value.trim() || (name?.value ?? ''), inspections))
    }
    if (!hasNext) break
  }
  const today = isoDate(nowMs)
  return (isDueOnly ? rows.filter(({ due }) => due <= today) : rows).sort(byDueDay)
}

const byDueDay = (a: JunctionInspection, b: JunctionInspection): number =>
  a.due < b.due ? -1 : a.due > b.due ? 1 : a.junction.localeCompare(b.junction)

function rowsOf(deviceId: string, junction: string, inspections: readonly Inspection[]): readonly JunctionInspection[] {
  return inspections.map((inspection) => ({ deviceId, junction, inspection, due: dueDay(inspection) })).sort(byDueDay)
}

const serverScope = (entityId: string) => ({ entityType: 'DEVICE', entityId, scope: 'SERVER_SCOPE' }) as const

async function fetchInspections(deviceId: string, signal?: AbortSignal): Promise<readonly Inspection[]> {
  const query = { keys: INSPECTIONS_KEY }
  // What is changed is read without what this device kept.
  const how = signal ? { signal } : { fresh: true as const }
  const [stored] = await callApi('attributes', { params: serverScope(deviceId), query, ...how })
  return parseInspections(stored?.value)
}

/** Changes the inspections of a junction. A junction that was deleted has none; the same array writes nothing. */
export async function changeInspections(
  deviceId: string,
  change: (all: readonly Inspection[]) => readonly Inspection[],
): Promise<void> {
  const params = serverScope(deviceId)
  const all = await fetchInspections(deviceId).catch(passMissing)
  const next = all && change(all)
  if (!next || next === all) return
  const values = inspectionValues(next, beginningOf)
  if (values) await callApi('saveAttributes', { params, body: values })
  else await callApi('deleteAttributes', { params, query: { keys: `${INSPECTIONS_KEY},${INSPECTION_DUE_KEY}` } })
}

async function changeEach(
  deviceIds: readonly string[],
  change: (all: readonly Inspection[]) => readonly Inspection[],
): Promise<void> {
  for (let first = 0; first < deviceIds.length; first += AT_ONCE)
    await Promise.all(deviceIds.slice(first, first + AT_ONCE).map((id) => changeInspections(id, change)))
}

/** Plans an inspection of junctions, or changes the one of its name. What a failure left undone is done by the next try. */
export const planInspectionMutation = mutationOptions({
  mutationFn: ({
    deviceIds,
    ...plan
  }: Pick<Inspection, 'name' | 'months' | 'from'> & { readonly deviceIds: readonly string[] }) =>
    changeEach(deviceIds, (all) => withInspection(all, plan)),
  onSettled: (_done, _error, _plan, _result, { client }) => client.invalidateQueries({ queryKey: KEY }),
})

/** Ends the inspection of a name at junctions. Works that did it stay. */
export const endInspectionMutation = (deviceIds: readonly string[]) =>
  mutationOptions({
    mutationFn: (name: string) => changeEach(deviceIds, (all) => withoutInspection(all, name)),
    onSettled: (_done, _error, _name, _result, { client }) => client.invalidateQueries({ queryKey: KEY }),
  })
