import { CORRIDOR_TYPE, parseCorridor, writeCorridor } from '@greenwave/contract/records/corridors'
import type { Asset, AssetRequest } from '@greenwave/contract/wire/assets'
import { entityRef, isAssigned } from '@greenwave/contract/wire/ids'
import * as z from 'zod/mini'
import { optionalText, requiredText } from '../../../ui/forms/forms.ts'
import { corridorOf, parseRows, type RowComplaint, rowComplaints, rowsOf, rowsText } from './corridorRows.ts'
import { isOneWay } from './directionState.ts'

/** The schema of the fields of the corridor form besides its rows. Its complaints are text keys of `corridors`. */
export const CorridorForm = z.object({
  name: requiredText('nameRequired'),
  /** The id of the customer whose users see it; empty: administrators alone. */
  customer: optionalText(),
  /** `yes` for a street that is driven in the outbound direction only. */
  oneWay: z.enum(['yes', 'no']),
  /** The junctions, as `rowsText` writes them: kept, compared and merged as one field. */
  junctions: z.string(),
})
/** The values of the corridor form. */
export type CorridorFormValues = z.infer<typeof CorridorForm>
/** The text keys of the form's complaints. */
export type CorridorComplaint = 'nameRequired' | 'tooLong' | 'tooFewJunctions' | 'noPhase' | RowComplaint

/** Returns the form values of a stored corridor, or those of an empty form. */
export function corridorFormValues(corridor?: Asset): CorridorFormValues {
  const content = corridor && parseCorridor(corridor)
  return {
    name: corridor?.name ?? '',
    customer: corridor && isAssigned(corridor.customerId) ? corridor.customerId.id : '',
    oneWay: content && isOneWay(content) ? 'yes' : 'no',
    junctions: rowsText(rowsOf(content)),
  }
}

/** Validates the junctions of the form. Complaints by the path of the field. */
export function junctionComplaints({
  junctions,
  oneWay,
}: CorridorFormValues): Readonly<Record<string, CorridorComplaint>> {
  const rows = parseRows(junctions)
  if (rows.length < 2) return { junctions: 'tooFewJunctions' }
  const { junctions: places } = corridorOf(rows, oneWay === 'yes')
  const isDriven = places.some(({ phase }) => phase.outbound !== null || phase.inbound !== null)
  return { ...(!isDriven && { junctions: 'noPhase' as const }), ...rowComplaints(rows, oneWay === 'yes') }
}

/** Returns the body that creates a corridor, or updates the one that was read: the whole object with its version. */
export function corridorRequest(values: CorridorFormValues, read?: Asset): AssetRequest {
  const { name, customer, oneWay, junctions } = values
  return {
    ...read,
    name: name.trim(),
    type: CORRIDOR_TYPE,
    customerId: customer === '' ? null : entityRef('CUSTOMER', customer),
    additionalInfo: writeCorridor(read?.additionalInfo, corridorOf(parseRows(junctions), oneWay === 'yes')),
  }
}
