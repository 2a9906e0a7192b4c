import type { JsonValue } from '@greenwave/contract/wire/attributes'
import { isDouble, javaDouble, numberOf } from './numberLiteral.ts'

/**
 * Returns a value as text, as the live socket sends it, and HTTP too unless strict types were requested. Doubles are
 * written as in Java: `10.0` keeps its point, a small one is `1.0E-7`.
 */
export function valueText(value: JsonValue): string | null {
  if (value === null) return null
  if (typeof value === 'number' && !Number.isInteger(value)) return javaDouble(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/**
 * Returns a value as text, as results of entity queries have it. Unlike on the live socket, doubles are written as
 * PostgreSQL writes them: `11.0` is `11`, and 0.00001 is `1e-05`.
 */
export function queryText(value: JsonValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : doubleText(value)
  if (typeof value !== 'object') return String(value)
  const number = numberOf(value)
  return number !== undefined && isDouble(value) ? doubleText(number) : JSON.stringify(value)
}

function doubleText(value: number): string {
  const [mantissa = '', exponent = ''] = value.toExponential().split('e')
  const power = Number(exponent)
  if (power >= -4 && power < 15) return String(value)
  return `${mantissa}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`
}
