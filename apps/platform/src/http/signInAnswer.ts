import type { SignInOutcome } from '../access/signIn/signInSteps.ts'
import { writeBrowserCookie } from './browserCookie.ts'
import { type Answer, jsonAnswer } from './callTypes.ts'

/**
 * Returns the answer of a sign-in or of one of its steps. A finished sign-in sets the cookie by which the browser is
 * recognised.
 */
export function signInAnswer({ reply, browserCookie }: SignInOutcome, origin: string): Answer {
  const cookie = browserCookie && writeBrowserCookie(browserCookie, origin.startsWith('https:'))
  return jsonAnswer(JSON.stringify(reply), cookie ? { 'set-cookie': cookie } : {})
}
