import { ApiError } from './apiErrors.ts'

/** Returns the server's message when there is one, otherwise the fallback. */
export function errorText(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.serverMessage) || fallback
}
