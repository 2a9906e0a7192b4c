import type { Device } from '@greenwave/contract/wire/devices'
import type { Principal } from '../access/principal.ts'
import { subjectOf } from '../audit/action.ts'
import type { EntityDeps } from './entityDeps.ts'

/** Deletes a device with its credentials, values and alarms, and closes its connections. */
export async function deleteDevice(
  { store, gateway, access }: EntityDeps,
  principal: Principal,
  device: Device,
): Promise<void> {
  const deviceId = device.id.id
  const action = { actor: principal, type: 'DELETED', ...subjectOf(device), data: { entityId: deviceId } } as const
  access.audited(action, () => store.devices.remove(deviceId))
  // Its values are deleted last, so that a device that could not be deleted keeps them.
  await store.committed()
  gateway.disconnectDevice(deviceId, 'deviceDeleted')
  await store.alarms.removeOf(deviceId)
  await store.data.forget(deviceId)
}
