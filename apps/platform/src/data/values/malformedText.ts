/** The start of a tag, comment, declaration or processing instruction, as an HTML sanitiser would remove. */
const MARKUP = /<[a-z!/?]/i
/** A template that a web page could fill in: `{{…}}`. */
const TEMPLATE = /\{\{.*\}\}/s

/** Returns true for a text with HTML or a template in it; names and notes of entities may have neither. */
export function isMalformedText(text: string): boolean {
  return MARKUP.test(text) || TEMPLATE.test(text)
}
