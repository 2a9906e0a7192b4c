/** Numbers with decimals as people type them: with a point or a comma, in any language. */

/** Range of a number; both ends included. */
export interface DecimalRange {
  readonly min: number
  readonly max: number
  readonly whole?: boolean
}

/** Reason why a text is not a valid number. */
export type DecimalFault = 'notANumber' | 'notWhole' | 'outOfRange'

/** Reading of a text: empty, a number, or the reason why it is none. */
export type TypedDecimal =
  | { readonly kind: 'empty' }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'wrong'; readonly fault: DecimalFault }

/** Parses a text as a number within a range. */
export function parseDecimal(text: string, { min, max, whole }: DecimalRange): TypedDecimal {
  const plain = text.trim().replace('−', '-').replace(',', '.')
  if (plain === '') return { kind: 'empty' }
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain)) return { kind: 'wrong', fault: 'notANumber' }
  const value = Number(plain)
  if (whole && !Number.isInteger(value)) return { kind: 'wrong', fault: 'notWhole' }
  return value < min || value > max ? { kind: 'wrong', fault: 'outOfRange' } : { kind: 'number', value }
}
