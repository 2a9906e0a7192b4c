/**
 * Returns the whole number that a JSON value of the wire stands for, or undefined if there is none. Numbers are numbers
 * over HTTP and MQTT but text over the live socket, where a deleted key reads as ''. A fraction is truncated; a boolean
 * is 1 or 0.
 */
export function parseInteger(value: unknown): number | undefined {
  const number = parseNumber(value)
  if (number === undefined) return undefined
  const whole = Math.trunc(number)
  return Number.isSafeInteger(whole) ? whole + 0 : undefined
}

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/** Returns the finite number that a JSON value of the wire stands for, or undefined. */
export function parseNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  if (!DECIMAL.test(text)) return undefined
  const number = Number(text)
  return Number.isFinite(number) ? number : undefined
}
