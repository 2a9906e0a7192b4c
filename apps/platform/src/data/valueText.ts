import type { JsonValue } from '@greenwave/contract/attributes'

/**
 * A stored value as text, as the live socket and the lists of telemetry carry it. A number that is no integer is
 * written as Java writes a double (`1.5E-4`), an integer plainly; whether an integer was once sent as `10.0` is not
 * stored.
 */
export function valueText(value: JsonValue): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : javaDouble(value)
  return JSON.stringify(value)
}

/** Java's Double.toString: scientific notation below 0.001 and from 10 million on. */
function javaDouble(value: number): string {
  const size = Math.abs(value)
  if (size >= 1e-3 && size < 1e7) return String(value)
  const [mantissa = '', exponent = ''] = value.toExponential().split('e')
  return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}E${Number(exponent)}`
}
