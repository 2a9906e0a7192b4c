/** Returns what was behind an error, such as the refusal of a connection; the error's own message where nothing was. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
