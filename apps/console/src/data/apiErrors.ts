/** The ways in which a call to the platform fails: those of every client, and those of a screen. */

import { ApiError } from '@greenwave/client/callErrors'

export { ApiError, NetworkError, UnexpectedReplyError } from '@greenwave/client/callErrors'

/** The signed-in user has neither of the two scopes that the console serves. */
export class InvalidScopeError extends Error {
  override readonly name = 'InvalidScopeError'
  constructor() {
    super('Unauthorized: Invalid user scope')
  }
}

/** True for "you may not": shown in place, never a sign-out. */
export function isPermissionDenied(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 403
}

/** True for a save that met a newer version than the one that was read. */
export function isVersionConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409
}
