/** A flag as JSON has it or as the live socket writes it; undefined for anything else. */
export function parseBoolean(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true
  if (value === false || value === 'false') return false
  return undefined
}
