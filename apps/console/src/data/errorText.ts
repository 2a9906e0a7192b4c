/** Text of a failure in the language of the console; platform and watcher speak English. */
import { fillIn, translatedSentences } from '../texts/texts.ts'
import { ApiError, NetworkError } from './apiErrors.ts'

/** Translates a sentence of platform or watcher, with the reason that ends it; an unknown sentence stays as it is. */
export function inOwnLanguage(sentence: string): string {
  for (const [english, text] of Object.entries(translatedSentences())) {
    const values = valuesIn(sentence, english)
    const said = (name: string) => (name === 'why' ? inOwnLanguage(values?.why ?? '') : (values?.[name] ?? ''))
    if (values) return fillIn(text, said)
  }
  return sentence
}

/** Returns the values that a sentence has at the placeholders of a pattern; null for another sentence. */
function valuesIn(sentence: string, pattern: string): Readonly<Record<string, string>> | null {
  const [beginning = '', ...parts] = pattern.split(/\{\{(\w+)\}\}/)
  if (!sentence.startsWith(beginning)) return null
  const source = parts
    .map((part, nth) => (nth % 2 === 0 ? `(?<${part}>.+)` : part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)))
    .join('')
  const found = new RegExp(`^${source}$`, 's').exec(sentence.slice(beginning.length))
  return found && { ...found.groups }
}

/** Returns the server's message when there is one, in the chosen language where it is known, otherwise the fallback. */
export function errorText(thrown: unknown, fallback: string): string {
  // A call that this console did not send.
  const error = thrown instanceof NetworkError && thrown.cause instanceof ApiError ? thrown.cause : thrown
  return error instanceof ApiError && error.serverMessage ? inOwnLanguage(error.serverMessage) : fallback
}
