import type { ProviderRefusalReason } from '@greenwave/contract/wire/providerSignIn'
import type { User } from '@greenwave/contract/wire/users'

/** A sign-in through the provider that is refused. The message is for the operator, who reads it in the log. */
export class ProviderRefusal extends Error {
  readonly reason: ProviderRefusalReason
  /** The account that it is about, if one was found. */
  readonly user: User | undefined
  constructor(reason: ProviderRefusalReason, message: string, more: { user?: User; cause?: unknown } = {}) {
    super(message, { cause: more.cause })
    this.name = 'ProviderRefusal'
    this.reason = reason
    this.user = more.user
  }
}
