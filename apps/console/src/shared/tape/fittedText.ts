import type { Paint } from './paintRows.ts'

/** Returns a text no wider than a number of pixels, cut off with an ellipsis if need be. */
export function fittedText(paint: Pick<Paint, 'measureText'>, text: string, widest: number): string {
  if (paint.measureText(text).width <= widest) return text
  let kept = text.length - 1
  while (kept > 0 && paint.measureText(`${text.slice(0, kept)}…`).width > widest) kept--
  return `${text.slice(0, kept).trimEnd()}…`
}
