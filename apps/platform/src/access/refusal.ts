import { calls } from '@greenwave/contract/wire/calls/calls'
import { type ErrorName, MESSAGES } from '@greenwave/contract/wire/errors'

/** A refusal that the caller may read: one of the contract's errors with its message. */
export class Refusal extends Error {
  readonly error: ErrorName
  constructor(error: ErrorName, message: string) {
    super(message)
    this.name = 'Refusal'
    this.error = error
  }
}

/** Thrown when the password is right but must be changed first. */
export class PasswordChangeDue extends Refusal {
  /** The token for the request that changes the password. */
  readonly resetToken: string
  constructor(resetToken: string) {
    super(
      'credentialsExpired',
      `This password was printed or handed over and must be changed before anything else: POST resetToken and a new password to ${calls.resetPassword.path}, or sign in at the console.`,
    )
    this.resetToken = resetToken
  }
}

/** Returns the refusal of a call that the caller may not make, or not on this entity. */
export const permissionDenied = (): Refusal => new Refusal('permissionDenied', MESSAGES.permissionDenied)

/** Returns the refusal of a change that an administrator who is signed in as another user may not make, nor an API key. */
export const leftToOwner = (caller: { readonly apiKeyExpires?: number | undefined } = {}): Refusal =>
  new Refusal(
    'permissionDenied',
    caller.apiKeyExpires === undefined
      ? "You are signed in as another user: only the user changes the account's password, e-mail address, second factor and API keys."
      : 'An API key cannot change how its user signs in, nor open a session: sign in with a password.',
  )

/** Returns the refusal of a request that the contract does not allow. */
export const badRequest = (message: string): Refusal => new Refusal('badRequest', message)

/**
 * Returns the refusal for an entity that does not exist in the caller's reach. `kind` is worded for people, such as
 * `Device profile`.
 */
export const notFound = (kind: string, id: string): Refusal =>
  new Refusal('itemNotFound', `${kind} with id [${id}] is not found`)
