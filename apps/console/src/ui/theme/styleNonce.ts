import { STYLE_NONCE_PROPERTY } from '@greenwave/contract/wire/consoleSettings'

/** Returns the nonce that style elements need; undefined when the page's policy requires none. */
export function styleNonce(): string | undefined {
  // Browsers expose the nonce to scripts only as a property.
  return document.querySelector<HTMLMetaElement>(`meta[property="${STYLE_NONCE_PROPERTY}"]`)?.nonce || undefined
}
