/** An ask with a number; the answer has the same number. */
export type NumberedAsk<Ask> = Ask & { readonly id: number }

/** A thread's answer. An error crosses as text and code; number 0 means that it belongs to no ask. */
export type ThreadAnswer<Result> =
  | { readonly id: number; readonly result: Result }
  | { readonly id: number; readonly error: ThreadError }

/** Code of an error whose message names a damaged database. */
export const DAMAGED_CODE = 'DATABASE_DAMAGED'

/** The part of an error that is posted between threads. */
export interface ThreadError {
  readonly message: string
  readonly code: string | undefined
}

/** Returns the part of a thrown value that is posted between threads. */
export function describeError(error: unknown): ThreadError {
  if (!(error instanceof Error)) return { message: String(error), code: undefined }
  return { message: error.message, code: 'code' in error ? String(error.code) : undefined }
}
