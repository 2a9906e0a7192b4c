import type { TimedValues } from '@greenwave/controller/timedValue'

/** The server attribute with the address of the intersection's picture. An empty text means deleted. */
export const IMAGE_KEY = 'image'

/** Returns the picture's address. Empty when there is none or the value is not a text. */
export function parseImage(server: TimedValues): string {
  const value = server[IMAGE_KEY]?.value
  return typeof value === 'string' ? value : ''
}
