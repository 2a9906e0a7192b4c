/** An ask with its number, which its answer repeats. */
export type NumberedAsk<Ask> = Ask & { readonly id: number }

/** What a thread answers. An error crosses as its text and code; with number 0 it happened between asks. */
export type ThreadAnswer<Result> =
  | { readonly id: number; readonly result: Result }
  | { readonly id: number; readonly error: ThreadError }

/** What crosses of an error. */
export interface ThreadError {
  readonly message: string
  readonly code: string | undefined
}

/** Returns what crosses of anything that was thrown. */
export function describeError(error: unknown): ThreadError {
  if (!(error instanceof Error)) return { message: String(error), code: undefined }
  return { message: error.message, code: 'code' in error ? String(error.code) : undefined }
}
