/** The junctions that a report is about. */
import { parseCorridor } from '@greenwave/contract/records/corridors'
import type { DeviceInfo } from '@greenwave/contract/wire/devices'
import { callApi } from '../api.ts'
import { InvalidScopeError } from '../apiErrors.ts'
import { fetchNamedJunctions } from '../fleet/junctionQueries.ts'
import { callCorridors } from '../queries/corridors.ts'
import type { SessionState } from '../sessionStore.ts'

/** A junction of a report. */
export interface ReportJunction {
  /** The id of its device. */
  readonly id: string
  readonly name: string
  /** Display name: the label of its device; its name if it has none. */
  readonly label: string
}

/** Junctions of a report: one, those of a corridor or of a customer, or, without any, all that the user may see. */
export interface ReportScope {
  /** The id of a device. */
  readonly junction?: string | undefined
  /** Id of a customer; ignored with a junction. */
  readonly customer?: string | undefined
  /** Id of a corridor; ignored with a junction. */
  readonly corridor?: string | undefined
}

const PAGE = 500
/** A report is about this many junctions at most. */
const MOST_JUNCTIONS = 20_000

/** Some of the junctions, and how many there are in all. */
export interface JunctionsStep {
  readonly junctions: readonly ReportJunction[]
  readonly total: number
}

/** Fetches the junctions of a report page by page, by name. Throws as `callApi` does. */
export async function* fetchJunctions(
  session: SessionState,
  { junction, customer, corridor }: ReportScope,
  signal: AbortSignal,
): AsyncGenerator<JunctionsStep> {
  if (junction !== undefined) {
    const device = await callApi('deviceInfo', { params: { deviceId: junction }, signal })
    yield { junctions: [junctionOf(device)], total: 1 }
    return
  }
  if (corridor !== undefined) {
    const asset = await callCorridors('assetInfo', { params: { assetId: corridor }, signal })
    const ids = parseCorridor(asset)?.junctions.map(({ device }) => device) ?? []
    const found = await fetchNamedJunctions(ids, signal)
    // In the order along the corridor. Those that the user may not see are left out.
    const junctions = ids.flatMap((id) => found.get(id) ?? []).map(({ id, name, label }) => ({ id, name, label }))
    yield { junctions, total: junctions.length }
    return
  }
  if (session.state !== 'signedIn') throw new InvalidScopeError()
  const customerId = session.isTenantAdmin ? customer : session.user.customerId
  for (let page = 0; page * PAGE < MOST_JUNCTIONS; page += 1) {
    const query = { page, pageSize: PAGE, sortProperty: 'name', sortOrder: 'ASC' } as const
    const { data, hasNext, totalElements } =
      customerId === undefined
        ? await callApi('tenantDevices', { query, signal })
        : await callApi('customerDevices', { params: { customerId }, query, signal })
    yield { junctions: data.map(junctionOf), total: Math.min(totalElements, MOST_JUNCTIONS) }
    if (!hasNext) return
  }
}

function junctionOf({ id, name, label }: DeviceInfo): ReportJunction {
  return { id: id.id, name, label: label?.trim() || name }
}
