/** @file Links of images that the platform keeps. Without schemas, because pages check links before they load any image. */

/** The parameters of a call about one image. */
interface ImageAddress {
  readonly type: string
  readonly key: string
}

/** Returns the link of an image of the tenant. */
export const linkOfImage = (key: string) => `/api/images/tenant/${key}`

/** Returns the links of images of the tenant in a text; one at the end of a sentence has its full stop. */
export const imageLinksIn = (text: string): readonly string[] =>
  text.match(/\/api\/images\/tenant\/[\w.-]{1,255}/g) ?? []

const LINK = /^(?:tb-image;)?\/api\/images\/(tenant|system)\/([\w.-]{1,255})$/

/** Returns the parameters of the image that an address names; undefined for the address of a picture elsewhere. */
export function imageOfLink(address: string): ImageAddress | undefined {
  const [, type, key] = LINK.exec(address) ?? []
  return type !== undefined && key !== undefined ? { type, key } : undefined
}
