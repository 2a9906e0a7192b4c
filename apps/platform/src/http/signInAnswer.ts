import type { SignInOutcome } from '../access/signIn/signInSteps.ts'
import { Answer } from './callTypes.ts'
import { writeDeviceCookie } from './deviceCookie.ts'

/** Returns the answer of a sign-in or of a step of one; a finished one gives the browser the cookie by which it is known again. */
export function signInAnswer({ reply, deviceCookie }: SignInOutcome, origin: string): Answer {
  return new Answer(
    200,
    {
      'content-type': 'application/json',
      ...(deviceCookie !== undefined && { 'set-cookie': writeDeviceCookie(deviceCookie, origin.startsWith('https:')) }),
    },
    JSON.stringify(reply),
  )
}
