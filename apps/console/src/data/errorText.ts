import { ApiError } from './apiErrors.ts'

/** The server's message when one is there, otherwise the fallback. */
export function errorText(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.serverMessage) || fallback
}
