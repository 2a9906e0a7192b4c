import type { ClientAddress } from '../audit/describeClient.ts'

/** Where a request comes from, for the audit log and for slowing down sign-ins. */
export interface Client extends ClientAddress {
  /** The signed text by which the platform recognises this browser (knownDevices.ts), as it was sent. */
  readonly deviceCookie?: string | undefined
}
