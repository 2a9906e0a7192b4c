import type { JsonValue } from '@greenwave/contract/wire/attributes'
import { javaDouble } from './numberLiteral.ts'

/**
 * Returns a value as text, as the live socket sends it, and HTTP too unless strict types were requested. Doubles are
 * written as in Java: `10.0` keeps its point, a small one is `1.0E-7`.
 */
export function valueText(value: JsonValue): string | null {
  if (value === null) return null
  if (typeof value === 'number' && !Number.isInteger(value)) return javaDouble(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
