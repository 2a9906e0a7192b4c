import type { ClientAddress } from '../audit/describeClient.ts'

/** Where a request comes from, for the audit log and for what slows sign-ins. */
export interface Client extends ClientAddress {
  /** The signed text by which this browser is known again (knownDevices.ts), as it was sent. */
  readonly deviceCookie?: string | undefined
}
