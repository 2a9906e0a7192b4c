/** Signs a program in for calls and live values: `const { call } = await signIn(base, username, password)`. */
import { calls } from '@greenwave/contract/wire/calls/calls'
import type { CallApi } from './callTypes.ts'
import { createClient, tokenSession } from './createClient.ts'
import { ProgramSession } from './programSession.ts'
import { systemTransport, type Transport } from './transport.ts'

/** A program that is signed in. */
export interface SignedInProgram {
  readonly call: CallApi
  readonly session: ProgramSession
}

/**
 * Signs a program in for as long as it runs. Rejects with the errors of the call `login`, or with
 * SecondFactorNeededError.
 * @param base scheme, host and port of the platform
 * @param onOdd called for each part of a reply that could not be read
 */
export async function signIn(
  base: string,
  username: string,
  password: string,
  transport: Transport = systemTransport,
  onOdd: (remark: string) => void = () => undefined,
): Promise<SignedInProgram> {
  const { fetch, nowMs } = transport
  const asNobody = createClient({ calls, base, fetch, session: tokenSession(null), onOdd })
  const session = new ProgramSession({
    signIn: () => asNobody('login', { body: { username, password } }),
    renew: (refreshToken) => asNobody('refreshToken', { body: { refreshToken } }),
    nowMs,
    onOdd,
  })
  await session.tokenForCall()
  return { call: createClient({ calls, base, fetch, session, onOdd }), session }
}
