import type { JsonValue } from '@greenwave/contract/attributes'

/**
 * A value as the text that it is over the live socket, and over HTTP unless strict types were asked for. A number that
 * is no integer is written as Java writes a double; whether an integer was once sent as `10.0` is not stored.
 */
export function valueText(value: JsonValue): string | null {
  if (value === null) return null
  if (typeof value === 'number' && !Number.isInteger(value)) return javaDouble(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Java's Double.toString: scientific notation below 0.001 and from 10 million on, always with a point. */
function javaDouble(value: number): string {
  const size = Math.abs(value)
  if (size >= 1e-3 && size < 1e7) return String(value)
  const [mantissa = '', exponent = ''] = value.toExponential().split('e')
  return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}E${Number(exponent)}`
}
