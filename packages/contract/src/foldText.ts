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
