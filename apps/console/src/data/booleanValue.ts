/** Parses a boolean given as JSON or as the text of the live socket. Returns undefined for anything else. */
export function parseBoolean(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true
  if (value === false || value === 'false') return false
  return undefined
}
