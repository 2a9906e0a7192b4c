import type { ClientAddress } from '../audit/describeClient.ts'

/** The origin of a request, for the audit log and for slowing down sign-ins. */
export interface Client extends ClientAddress {
  /** The signed text by which the platform recognises this browser (knownBrowsers.ts), as it was sent. */
  readonly browserCookie?: string | undefined
}
