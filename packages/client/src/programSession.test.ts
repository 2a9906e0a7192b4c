import type { TokenPair } from '@greenwave/contract/wire/auth'
import type { SignInReply } from '@greenwave/contract/wire/secondFactor'
import { beforeEach, describe, expect, test } from 'vitest'
import { ApiError, NetworkError, UnexpectedReplyError } from './callErrors.ts'
import { ProgramSession, RENEW_AGAIN_MS, SecondFactorNeededError, SIGN_IN_AGAIN_MS } from './programSession.ts'
import { TestClock } from './testing/testClock.ts'
import { testToken } from './testing/testTokens.ts'

const LIFE_MS = 3_600_000
/** Renewal starts ten minutes before the end, because a fifth of this lifetime is longer. */
const RENEWED_AFTER_MS = LIFE_MS - 600_000

let clock: TestClock
let asked: string[]
let session: ProgramSession
let answers: { signIn: () => SignInReply; renew: () => TokenPair }

const pairOf = (name: string): TokenPair => ({
  token: testToken({ issuedAtMs: clock.nowMs, lifeMs: LIFE_MS, email: `${name}@greenwave.test` }),
  refreshToken: `of ${name}`,
})
const throwing = (error: Error) => () => {
  throw error
}
const refused = new ApiError(401, 10, 'Invalid username or password')

beforeEach(() => {
  clock = new TestClock()
  asked = []
  answers = { signIn: () => pairOf(`signedIn${asked.length}`), renew: () => pairOf(`renewed${asked.length}`) }
  session = new ProgramSession({
    async signIn() {
      asked.push('signIn')
      return answers.signIn()
    },
    async renew(refreshToken) {
      asked.push(`renew ${refreshToken}`)
      return answers.renew()
    },
    nowMs: () => clock.nowMs,
    onOdd: () => undefined,
  })
})

describe('the token for a call', () => {
  test('comes from one sign-in for all calls, until it is about to expire', async () => {
    const [one, other] = await Promise.all([session.tokenForCall(), session.tokenForCall()])
    expect(one).toBe(other)
    clock.advance(RENEWED_AFTER_MS - 1)
    expect(await session.tokenForCall()).toBe(one)
    expect(asked).toEqual(['signIn'])
    clock.advance(1)
    const [renewed, too] = await Promise.all([session.tokenForCall(), session.tokenForCall()])
    expect(renewed).not.toBe(one)
    expect(too).toBe(renewed)
    expect(asked).toEqual(['signIn', 'renew of signedIn1'])
  })

  test('stays the old one while renewals get no reply, and is renewed some time later', async () => {
    const first = await session.tokenForCall()
    answers.renew = throwing(new NetworkError('down'))
    clock.advance(RENEWED_AFTER_MS)
    expect(await session.tokenForCall()).toBe(first)
    expect(await session.tokenForCall()).toBe(first)
    expect(asked).toHaveLength(2)
    clock.advance(RENEW_AGAIN_MS)
    answers.renew = () => pairOf('back')
    expect(await session.tokenForCall()).not.toBe(first)
  })

  test('is missing once it has expired and no renewal gets a reply', async () => {
    await session.tokenForCall()
    answers.renew = throwing(new NetworkError('down'))
    clock.advance(LIFE_MS)
    await expect(session.tokenForCall()).rejects.toThrow(NetworkError)
  })

  test('comes from a new sign-in when the renewal is refused', async () => {
    const first = await session.tokenForCall()
    answers.renew = throwing(refused)
    clock.advance(LIFE_MS)
    expect(await session.tokenForCall()).not.toBe(first)
    expect(asked).toEqual(['signIn', 'renew of signedIn1', 'signIn'])
  })
})

describe('after a call was refused', () => {
  test('signs in again, once for all calls', async () => {
    const first = await session.tokenForCall()
    clock.advance(SIGN_IN_AGAIN_MS)
    const [one, other] = await Promise.all([session.onUnauthorized(first), session.onUnauthorized(first)])
    expect(one).not.toBe(first)
    expect(other).toBe(one)
    expect(asked).toEqual(['signIn', 'signIn'])
    expect(await session.onUnauthorized(first)).toBe(one)
  })

  test.each([
    ['right', () => undefined],
    ['wrong', () => (answers.signIn = throwing(refused))],
  ])('signs in no more often than once a minute, whether the password is %s', async (_, given) => {
    await session.tokenForCall()
    given()
    for (let second = 0; second < 600; second += 10) {
      clock.advance(10_000)
      await session.onUnauthorized(session.token).catch(() => undefined)
    }
    expect(asked).toHaveLength(11)
  })

  test('a sign-in without a reply may be repeated at once', async () => {
    const first = await session.tokenForCall()
    clock.advance(SIGN_IN_AGAIN_MS)
    answers.signIn = throwing(new NetworkError('down'))
    await expect(session.onUnauthorized(first)).rejects.toThrow(NetworkError)
    answers.signIn = () => pairOf('back')
    expect(await session.onUnauthorized(first)).not.toBe(first)
  })
})

describe('a sign-in that gives no session', () => {
  test('says that the account has a second factor', async () => {
    answers.signIn = () => ({ token: 'of the step', scope: 'PRE_VERIFICATION_TOKEN' })
    await expect(session.tokenForCall()).rejects.toThrow(SecondFactorNeededError)
  })

  test('says that the password is wrong', async () => {
    answers.signIn = throwing(refused)
    await expect(session.tokenForCall()).rejects.toBe(refused)
  })

  test('says that the token cannot be read', async () => {
    answers.signIn = () => ({ token: 'x', refreshToken: 'y' })
    await expect(session.tokenForCall()).rejects.toThrow(UnexpectedReplyError)
  })
})
