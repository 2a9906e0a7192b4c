import type { JsonValue } from '@greenwave/contract/attributes'
import { javaDouble } from './numberLiteral.ts'

/**
 * A value as the text that it is over the live socket, and over HTTP unless strict types were asked for. A double is written
 * as Java writes it: `10.0` keeps its point, a small one is `1.0E-7`.
 */
export function valueText(value: JsonValue): string | null {
  if (value === null) return null
  if (typeof value === 'number' && !Number.isInteger(value)) return javaDouble(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
