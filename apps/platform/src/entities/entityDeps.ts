import type { Access } from '../access/createAccess.ts'
import type { DeviceGateway } from '../mqtt/deviceGateway.ts'
import type { Store } from '../store/store.ts'

/** What the verbs on entities work with. */
export interface EntityDeps {
  readonly store: Store
  readonly gateway: DeviceGateway
  readonly access: Access
}
