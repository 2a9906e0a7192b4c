const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(ms|milliseconds?)$/, 1],
  [/^(s|sec|seconds?)$/, 1000],
  [/^(min|minutes?)$/, 60_000],
  [/^(h|hours?)$/, 3_600_000],
  [/^(d|days?)$/, 86_400_000],
]

/** The format of a duration, for `--help` and errors. */
export const DURATION_FORM = 'a number and a unit: ms, s, min, h or days, as in "600 s", "90 min" or "7 days"'

/**
 * Returns the milliseconds of a duration; undefined for text in any other format. A number without a unit is refused,
 * because the unit would be a guess.
 */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)\s*([a-z]+)$/i.exec(text.trim())
  if (!match?.[1] || !match[2]) return undefined
  const unit = match[2].toLowerCase()
  const factor = UNITS.find(([names]) => names.test(unit))?.[1]
  return factor === undefined ? undefined : Math.round(Number(match[1]) * factor)
}
