import type { TimedValues } from '@greenwave/controller/timedValue'

/** The server attribute with the address of the intersection's picture. An empty text means deleted. */
export const IMAGE_KEY = 'image'

/** Returns the picture's address. Empty when there is none or the value is not a text. */
export function parseImage(server: TimedValues): string {
  const value = server[IMAGE_KEY]?.value
  return typeof value === 'string' ? value : ''
}

/**
 * Returns whether a text is an address from which a browser may load a picture. Scripts and local files are not
 * allowed.
 */
export function isImageUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol } = new URL(text)
  return protocol === 'http:' || protocol === 'https:' || (protocol === 'data:' && text.startsWith('data:image/'))
}
