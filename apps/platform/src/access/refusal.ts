import { calls } from '@greenwave/contract/calls'
import { type ErrorName, MESSAGES } from '@greenwave/contract/errors'

/** A refusal that the caller may read: one of the contract's errors with its sentence. */
export class Refusal extends Error {
  readonly error: ErrorName
  constructor(error: ErrorName, message: string) {
    super(message)
    this.name = 'Refusal'
    this.error = error
  }
}

/** The password is right and must be changed before anything else. */
export class PasswordChangeDue extends Refusal {
  /** What the change is asked for with. */
  readonly resetToken: string
  constructor(resetToken: string) {
    super(
      'credentialsExpired',
      `This password was printed or handed over and must be changed before anything else: POST resetToken and a new password to ${calls.resetPassword.path}, or sign in at the console.`,
    )
    this.resetToken = resetToken
  }
}

/** The caller may not do this, or not with this entity. */
export const permissionDenied = (): Refusal => new Refusal('permissionDenied', MESSAGES.permissionDenied)

/** The request says something that the contract does not allow. */
export const badRequest = (message: string): Refusal => new Refusal('badRequest', message)

/** No entity of this kind and id in the caller's reach; `kind` as people read it, such as `Device profile`. */
export const notFound = (kind: string, id: string): Refusal =>
  new Refusal('itemNotFound', `${kind} with id [${id}] is not found`)
