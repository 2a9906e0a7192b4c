import { KNOWN_BROWSER_SECONDS } from '../access/knownBrowsers.ts'
import type { SignInOutcome } from '../access/signIn/signInSteps.ts'
import { type Answer, jsonAnswer } from './callTypes.ts'

const NAME = 'greenwave-device'
const COOKIE = new RegExp(`(?:^|;\\s*)${NAME}=([\\w.-]+)`)

/** Returns the text by which a browser is recognised, from its `Cookie` header. */
export function parseBrowserCookie(header: string | undefined): string | undefined {
  return header === undefined ? undefined : COOKIE.exec(header)?.[1]
}

/**
 * Returns the `Set-Cookie` header that stores this text: for sign-ins on this site only, and not readable by scripts.
 */
function writeBrowserCookie(text: string, isSecure: boolean): string {
  const traits = `Path=/api/auth; Max-Age=${KNOWN_BROWSER_SECONDS}; HttpOnly; SameSite=Strict`
  return `${NAME}=${text}; ${traits}${isSecure ? '; Secure' : ''}`
}

/**
 * Returns the answer of a sign-in or of one of its steps. A finished sign-in sets the cookie by which the browser is
 * recognised.
 */
export function signInAnswer({ reply, browserCookie }: SignInOutcome, origin: string): Answer {
  const cookie = browserCookie && writeBrowserCookie(browserCookie, origin.startsWith('https:'))
  return jsonAnswer(JSON.stringify(reply), cookie ? { 'set-cookie': cookie } : {})
}
