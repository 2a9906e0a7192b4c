/** The form of a green route: the rows of a corridor that is driven one way. */
import { type Corridor, parseCorridor } from '@greenwave/contract/records/corridors'
import {
  LONGEST_HOLD_S,
  parseRoute,
  QUEUE_S,
  type Route,
  ROUTE_TYPE,
  writeRoute,
} from '@greenwave/contract/records/routes'
import type { Asset, AssetRequest } from '@greenwave/contract/wire/assets'
import { entityRef, isAssigned } from '@greenwave/contract/wire/ids'
import type { Direction } from '@greenwave/coordination/corridor'
import { routeOfCorridor } from '@greenwave/coordination/routes/way'
import * as z from 'zod/mini'
import { optionalText, requiredText } from '../../../ui/forms/forms.ts'
import {
  corridorOf,
  type CorridorRow,
  parseRows,
  rowComplaints,
  type RowComplaint,
  rowsOf,
  rowsText,
} from './corridorRows.ts'

/** The schema of the fields of the route form besides its rows. Its complaints are text keys of `corridors`. */
export const RouteForm = z.object({
  name: requiredText('nameRequired'),
  /** The id of the customer whose users see it; empty: administrators alone. */
  customer: optionalText(),
  /** Longest hold and time to empty a queue, seconds. */
  longest: z.string(),
  queue: z.string(),
  /** The junctions, as `rowsText` writes them. */
  junctions: z.string(),
})
/** The values of the route form. */
export type RouteFormValues = z.infer<typeof RouteForm>
/** The text keys of the form's complaints. */
export type RouteComplaint =
  | 'nameRequired'
  | 'tooLong'
  | 'tooFewJunctions'
  | 'longestRange'
  | 'queueRange'
  | RowComplaint

/** Returns the form values of a stored route, or those of an empty form. */
export function routeFormValues(asset?: Asset): RouteFormValues {
  const route = asset && parseRoute(asset)
  return {
    name: asset?.name ?? '',
    customer: asset && isAssigned(asset.customerId) ? asset.customerId.id : '',
    longest: String(route?.longest ?? LONGEST_HOLD_S.usual),
    queue: String(route?.queue ?? QUEUE_S.usual),
    junctions: rowsText(rowsOf(route && corridorOfRoute(route))),
  }
}

function corridorOfRoute({ junctions }: Route): Corridor {
  return {
    junctions: junctions.map(({ device, phase, position, speed }, index) => ({
      device,
      distance: index === 0 ? null : Math.max(1, position - (junctions[index - 1]?.position ?? 0)),
      speed: { outbound: index === 0 ? null : speed, inbound: null },
      phase: { outbound: phase, inbound: null },
    })),
  }
}

/** Returns the rows of one direction of a corridor, for a route. */
export function rowsOfCorridor(asset: Asset, direction: Direction): readonly CorridorRow[] | undefined {
  const corridor = parseCorridor(asset)
  return corridor && rowsOf(corridorOfRoute(routeOfCorridor(corridor, direction)))
}

/** Validates the form beside its schema. Complaints by the path of the field. */
export function routeComplaints({
  junctions,
  longest,
  queue,
}: RouteFormValues): Readonly<Record<string, RouteComplaint>> {
  const rows = parseRows(junctions)
  return {
    ...(rows.length < 2 ? { junctions: 'tooFewJunctions' as const } : rowComplaints(rows, true)),
    ...(isWithin(longest, LONGEST_HOLD_S) ? {} : { longest: 'longestRange' as const }),
    ...(isWithin(queue, QUEUE_S) ? {} : { queue: 'queueRange' as const }),
  }
}

function isWithin(text: string, { min, max }: { readonly min: number; readonly max: number }): boolean {
  const number = Number(text)
  return text.trim() !== '' && number >= min && number <= max
}

/** Returns the body that creates a route, or updates the one that was read. */
export function routeRequest(values: RouteFormValues, read?: Asset): AssetRequest {
  const { name, customer, longest, queue, junctions } = values
  const rows = parseRows(junctions).map((row) => ({
    ...row,
    phase: { outbound: row.phase.outbound || ('1' as const), inbound: '' as const },
  }))
  const route: Route = {
    ...routeOfCorridor(corridorOf(rows, true), 'outbound'),
    longest: Number(longest),
    queue: Number(queue),
  }
  return {
    ...read,
    name: name.trim(),
    type: ROUTE_TYPE,
    customerId: customer === '' ? null : entityRef('CUSTOMER', customer),
    additionalInfo: writeRoute(read?.additionalInfo, route),
  }
}
