/** What is shown of a failure, in the language of the console; platform and watcher speak English. */
import i18next from 'i18next'
import { common } from '../texts/default/common.ts'
import { ApiError } from './apiErrors.ts'

/** Sentences of platform and watcher that have a translation. */
const SENTENCES = Object.entries(common.platform).map(([key, text]) => ({ key, pattern: patternOf(text) }))

/** Returns a pattern of a sentence: a placeholder stands for any text. */
function patternOf(text: string): RegExp {
  const parts = text.split(/\{\{(\w+)\}\}/)
  const source = parts
    .map((part, nth) => (nth % 2 === 0 ? part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`) : `(?<${part}>.+)`))
    .join('')
  return new RegExp(`^${source}$`, 's')
}

/** Returns a sentence in the chosen language; one that this console does not know as it is. */
export function inOwnLanguage(sentence: string): string {
  for (const { key, pattern } of SENTENCES) {
    const found = pattern.exec(sentence)
    const text: unknown = found && i18next.getResource(i18next.language, 'common', `platform.${key}`)
    // Without i18next, which would look for texts of its own in the values.
    if (typeof text === 'string')
      return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => found?.groups?.[name] ?? '')
  }
  return sentence
}

/** Returns the server's message when there is one, in the chosen language where it is known, otherwise the fallback. */
export function errorText(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.serverMessage ? inOwnLanguage(error.serverMessage) : fallback
}
