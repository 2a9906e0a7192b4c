import { STYLE_NONCE_PROPERTY } from '@greenwave/contract/consoleSettings'

/** Returns what the page's style elements must carry to count; undefined where the page's policy asks for nothing. */
export function styleNonce(): string | undefined {
  // Browsers show it to scripts as a property alone.
  return document.querySelector<HTMLMetaElement>(`meta[property="${STYLE_NONCE_PROPERTY}"]`)?.nonce || undefined
}
