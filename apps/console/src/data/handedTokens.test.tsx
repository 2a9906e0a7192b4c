import { afterEach, expect, test } from 'vitest'
import { testTokens } from '../test/stubPlatform.ts'
import { noteProviderSignIn, takeHandedTokens } from './handedTokens.ts'
import { session, startSession } from './session.ts'

const pair = testTokens()
const query = new URLSearchParams({ accessToken: pair.token, refreshToken: pair.refreshToken })
const at = () => location.pathname + location.search + location.hash

afterEach(() => history.replaceState(null, '', '/'))

test.each([
  ['the fragment, as the embedded platform hands them over', `/#${query}`],
  ['the query, as ThingsBoard does', `/?${query}`],
])('tokens in %s begin a session, and are gone from the address', (_, address) => {
  noteProviderSignIn()
  history.replaceState(null, '', address)
  const stop = startSession()
  expect(session.getState()).toMatchObject({ state: 'signedIn' })
  expect(localStorage.getItem('refreshToken')).toBe(pair.refreshToken)
  expect(at()).toBe('/')
  stop()
})

test('a tab that did not leave for the provider takes no tokens: a link must not sign anybody in as somebody else', () => {
  history.replaceState(null, '', `/#${query}`)
  expect(takeHandedTokens()).toBeUndefined()
  expect(at()).toBe('/login?loginError=interrupted')

  noteProviderSignIn()
  history.replaceState(null, '', `/#${query}`)
  expect(takeHandedTokens()).toEqual(pair)
  history.replaceState(null, '', `/#${query}`)
  expect(takeHandedTokens()).toBeUndefined()
})

test('tokens that cannot be used sign nobody in, and any other address stays', () => {
  noteProviderSignIn()
  history.replaceState(null, '', '/#accessToken=x&refreshToken=y')
  const stop = startSession()
  expect(session.getState()).toEqual({ state: 'signedOut' })
  expect(at()).toBe('/')
  stop()
  for (const address of ['/devices?page=2#accessToken=x', '/login?loginError=busy']) {
    history.replaceState(null, '', address)
    expect(takeHandedTokens()).toBeUndefined()
    expect(at()).toBe(address)
  }
})
