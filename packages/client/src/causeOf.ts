/** Message of an error's cause, such as a refused connection; of the error itself without a cause. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
