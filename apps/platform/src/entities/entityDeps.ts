import type { Access } from '../access/signIn/createAccess.ts'
import type { Store } from '../store/store.ts'
import type { DeviceGateway } from './deviceGateway.ts'

/** What the verbs on entities work with. */
export interface EntityDeps {
  readonly store: Store
  readonly gateway: DeviceGateway
  readonly access: Access
}
