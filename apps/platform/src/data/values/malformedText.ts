/** The start of a tag, comment, declaration or processing instruction: what an HTML sanitiser would take out. */
const MARKUP = /<[a-z!/?]/i
/** A template that a page could fill in: `{{…}}`. */
const TEMPLATE = /\{\{.*\}\}/s

/** Returns true for a text that carries HTML or a template, which no name and no note of an entity may. */
export function isMalformedText(text: string): boolean {
  return MARKUP.test(text) || TEMPLATE.test(text)
}
