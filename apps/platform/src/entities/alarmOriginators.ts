import { type EntityRef, entityRef, isAssigned } from '@greenwave/contract/wire/ids'
import { badRequest } from '../access/refusal.ts'
import type { Reach } from './reach.ts'

/** The entity that an alarm is about. */
export interface Originator {
  readonly id: EntityRef
  readonly tenantId: EntityRef
  /** The customer that it belongs to, or that it is; null for none. */
  readonly customerId: EntityRef | null
}

/** Returns an entity that alarms can be about. @throws {Refusal} for one of another kind, unknown or out of reach */
export function originatorOf(reach: Reach, { entityType, id }: { entityType: string; id: string }): Originator {
  switch (entityType) {
    case 'DEVICE': {
      const { id: deviceId, tenantId, customerId } = reach.device(id)
      return { id: deviceId, tenantId, customerId: isAssigned(customerId) ? customerId : null }
    }
    case 'ASSET': {
      const { id: assetId, tenantId, customerId } = reach.asset(id)
      return { id: assetId, tenantId, customerId: isAssigned(customerId) ? customerId : null }
    }
    case 'CUSTOMER': {
      const { id: customerId, tenantId } = reach.customer(id)
      return { id: entityRef('CUSTOMER', customerId.id), tenantId, customerId }
    }
    default:
      throw badRequest(`Entities of type '${entityType}' have no alarms here; devices, assets and customers have.`)
  }
}
