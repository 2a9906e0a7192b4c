import type { TimedValues } from '@greenwave/controller/timedValue'

/** The server attribute that holds the address of the intersection's picture; an empty text means deleted. */
export const IMAGE_KEY = 'image'

/** The picture's address; empty for none, and for what is no text. */
export function readImage(server: TimedValues): string {
  const value = server[IMAGE_KEY]?.value
  return typeof value === 'string' ? value : ''
}

/** Whether a text is an address that a browser may load a picture from. Scripts and local files are none. */
export function isImageUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol } = new URL(text)
  return protocol === 'http:' || protocol === 'https:' || (protocol === 'data:' && text.startsWith('data:image/'))
}
