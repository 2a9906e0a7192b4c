import type { DatabaseSync } from 'node:sqlite'
import { foldText } from '@greenwave/contract/text'

/**
 * How lists order text: as a Vietnamese dictionary does. Letters come first (a ă â b c d đ e ê ... u ư), then tones
 * (none, huyền, hỏi, ngã, sắc, nặng); upper and lower case are equal. SQLite compares the keys byte by byte.
 */

const TONES = new Map([
  ['\u0300', '1'],
  ['\u0309', '2'],
  ['\u0303', '3'],
  ['\u0301', '4'],
  ['\u0323', '5'],
])
// Marks that make a letter of its own. They sort after every other character, so that "az" comes before "ă".
const LETTER_MARKS = new Map([
  ['\u0306', '\uf8f1'],
  ['\u0302', '\uf8f2'],
  ['\u031b', '\uf8f3'],
])
const D_WITH_STROKE = 'd\uf8f1'
const TONE_SEPARATOR = '\u0001'
const PLAIN = /^[\u0020-\u007e]*$/

/** Returns the key by which a text is ordered; null stays null and is listed last. */
export function orderKey(text: string | null | undefined): string | null {
  if (text == null) return null
  if (PLAIN.test(text)) return text.toLowerCase()
  let letters = ''
  let tones = ''
  let lettersSeen = 0
  for (const char of text.toLowerCase().normalize('NFD')) {
    const tone = TONES.get(char)
    if (tone !== undefined) {
      tones = tones.padEnd(lettersSeen - 1, '0') + tone
      continue
    }
    const mark = LETTER_MARKS.get(char)
    letters += mark ?? (char === 'đ' ? D_WITH_STROKE : char)
    if (mark === undefined) lettersSeen += 1
  }
  return tones === '' ? letters : letters + TONE_SEPARATOR + tones
}

/**
 * Returns the column value in which SQL searches a text whose marks count: in lower case. Columns of `foldText` ignore
 * marks too.
 */
export function searchText(text: string | null | undefined): string | null {
  return text == null ? null : foldCase(text)
}

/** Returns the LIKE pattern of a search in a column of `searchText`; `%` and `_` in the text act as wildcards. */
export function searchPattern(text: string): string {
  return `%${foldCase(text)}%`
}

/** Returns the LIKE pattern of a search in a column of `foldText`; wildcards as in `searchPattern`. */
export function foldedPattern(text: string): string {
  return `%${foldText(text)}%`
}

function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

/** Gives SQL the functions `order_key` and `fold_text`, for texts without a column that orders or finds them. */
export function provideTextFunctions(db: DatabaseSync): void {
  const options = { deterministic: true }
  db.function('order_key', options, (text) => (typeof text === 'string' ? orderKey(text) : null))
  db.function('fold_text', options, (text) => (typeof text === 'string' ? foldText(text) : null))
}
