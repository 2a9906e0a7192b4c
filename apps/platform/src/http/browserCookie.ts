import { KNOWN_BROWSER_SECONDS } from '../access/knownBrowsers.ts'

const NAME = 'greenwave-device'
const COOKIE = new RegExp(`(?:^|;\\s*)${NAME}=([\\w.-]+)`)

/** Returns the text by which a browser is recognised, from its `Cookie` header. */
export function readBrowserCookie(header: string | undefined): string | undefined {
  return header === undefined ? undefined : COOKIE.exec(header)?.[1]
}

/**
 * Returns the `Set-Cookie` header that stores this text: for sign-ins on this site only, and not readable by scripts.
 */
export function writeBrowserCookie(text: string, isSecure: boolean): string {
  const traits = `Path=/api/auth; Max-Age=${KNOWN_BROWSER_SECONDS}; HttpOnly; SameSite=Strict`
  return `${NAME}=${text}; ${traits}${isSecure ? '; Secure' : ''}`
}
