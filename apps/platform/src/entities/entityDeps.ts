import type { Access } from '../access/signIn/createAccess.ts'
import type { Store } from '../store/openStore.ts'
import type { DeviceGateway } from './deviceGateway.ts'

/** The parts of the platform that the verbs on entities use. */
export interface EntityDeps {
  readonly store: Store
  readonly gateway: DeviceGateway
  readonly access: Access
}
