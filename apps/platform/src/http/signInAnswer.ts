import type { SignInOutcome } from '../access/signIn/signInSteps.ts'
import { type Answer, jsonAnswer } from './callTypes.ts'
import { writeDeviceCookie } from './deviceCookie.ts'

/** Returns the answer of a sign-in or of a step of one; a finished one gives the browser the cookie by which it is known again. */
export function signInAnswer({ reply, deviceCookie }: SignInOutcome, origin: string): Answer {
  const cookie = deviceCookie && writeDeviceCookie(deviceCookie, origin.startsWith('https:'))
  return jsonAnswer(JSON.stringify(reply), cookie ? { 'set-cookie': cookie } : {})
}
