/** The junctions that a report is about. */
import type { DeviceInfo } from '@greenwave/contract/devices'
import { callApi } from '../api.ts'
import { InvalidScopeError } from '../apiErrors.ts'
import type { SessionState } from '../sessionStore.ts'

/** A junction of a report. */
export interface ReportJunction {
  /** The id of its device. */
  readonly id: string
  readonly name: string
  /** What people call it: the label of its device; its name if it has none. */
  readonly label: string
}

/** One junction, those of a customer, or, without both, all that the user may see. */
export interface ReportScope {
  /** The id of a device. */
  readonly junction?: string | undefined
  /** The id of a customer; a junction says more. */
  readonly customer?: string | undefined
}

const PAGE = 500
/** A report is about this many junctions at most. */
const MOST_JUNCTIONS = 20_000

/** Some of the junctions, and how many there are in all. */
export interface JunctionsStep {
  readonly junctions: readonly ReportJunction[]
  readonly total: number
}

/** Reads the junctions of a report page by page, by name. Throws as `callApi` does. */
export async function* readJunctions(
  session: SessionState,
  { junction, customer }: ReportScope,
  signal: AbortSignal,
): AsyncGenerator<JunctionsStep> {
  if (junction !== undefined) {
    const device = await callApi('deviceInfo', { params: { deviceId: junction }, signal })
    yield { junctions: [junctionOf(device)], total: 1 }
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
