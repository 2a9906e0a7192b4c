import { foldText } from '@greenwave/contract/foldText'

/** Longest text that is remembered: names and labels are no longer. */
const LONGEST = 255
/** Most characters that are remembered; enough for the names and labels of fifty thousand devices. */
const MOST_CHARACTERS = 4_194_304

/**
 * Creates a `foldText` that remembers its results: each search folds the names and labels of all devices again, and
 * that takes longer than to look for a text in them.
 */
export function createRememberedFold(): (text: string) => string {
  const known = new Map<string, string>()
  let characters = 0
  return (text) => {
    const remembered = known.get(text)
    if (remembered !== undefined) return remembered
    const folded = foldText(text)
    if (text.length > LONGEST) return folded
    characters += text.length + folded.length
    if (characters > MOST_CHARACTERS) {
      known.clear()
      characters = text.length + folded.length
    }
    known.set(text, folded)
    return folded
  }
}
