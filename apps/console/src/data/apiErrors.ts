/** The errors of calls to the platform: those of every client, and one that only screens have. */

import { ApiError } from '@greenwave/client/callErrors'

export { ApiError, NetworkError, UnexpectedReplyError } from '@greenwave/client/callErrors'

/** The scope of the signed-in user is neither of the two that the console supports. */
export class InvalidScopeError extends Error {
  override readonly name = 'InvalidScopeError'
  constructor() {
    super('Unauthorized: Invalid user scope')
  }
}

/**
 * Returns whether the platform denied permission (403). Such an error is shown in place and never signs the user out.
 */
export function isPermissionDenied(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 403
}

/** Returns whether the platform refuses a read, now and later: no permission, or no such call or entity. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
}

/** Returns whether a save failed (409) because a newer version was stored since the data was read. */
export function isVersionConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409
}
