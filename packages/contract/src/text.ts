/** Only such a text has nothing to fold but its case. */
const ASCII = /^[\0-\x7f]*$/
const MARKS = /[\u0300-\u036f]/g

/**
 * Returns the form in which texts are searched: in lower case, without marks, and with d for đ, so that `dien bien`
 * finds `Điện Biên Phủ`. A text contains another in this form whenever it contains it as written. Folding twice changes
 * nothing.
 */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  // In lower case first, because the lower case of some letters brings a mark. Composed again, because letters of other
  // scripts come apart too.
  return text.toLowerCase().normalize('NFD').replace(MARKS, '').replaceAll('đ', 'd').normalize('NFC')
}

/**
 * Returns a count with its English words, in the singular for 1 alone: `1 device`, `0 devices`. `shown` is how the number
 * is written.
 */
export function counted(count: number, one: string, other: string, shown = String(count)): string {
  return `${shown} ${count === 1 ? one : other}`
}

/**
 * Returns a whole number from 0 that follows from a text and spreads texts evenly, also those that differ in few
 * letters (FNV-1a, 32 bits). Times of events and shares of fleets follow from it, so it never changes.
 */
export function textHash(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}
