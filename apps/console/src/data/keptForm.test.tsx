import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import { signInForTest, type TestTokenOptions } from '../test/stubPlatform.ts'
import { dropKeptForm, keepWhenSessionEnds, keptForm, ownKeptForm, takeWantedForm, wantKeptForm } from './keptForm.ts'
import { currentToken, session } from './session.ts'

const asIs = (subject: unknown) => subject
const form = { address: '/customers?page=1', form: 'customers', title: 'Edit Customer', subject: { kind: 'add' } }
const values = { title: 'Quận 1', active: true }

/** Ends the session of a user with these values typed, then signs somebody in. */
function endWith(typed: Record<string, string | boolean>, next: TestTokenOptions = {}): void {
  signInForTest()
  const stop = keepWhenSessionEnds(() => ({ ...form, values: typed }))
  session.unauthorized(currentToken())
  stop()
  signInForTest(next)
}

beforeEach(() => {
  window.history.replaceState(null, '', '/customers')
  session.signOut()
  signInForTest()
})

test('what is kept is taken once, by the form that it belongs to, when its user wants it', () => {
  endWith(values)
  expect(takeWantedForm('customers', asIs)).toBeNull()
  wantKeptForm()
  expect(takeWantedForm('devices', asIs)).toBeNull()
  window.history.replaceState(null, '', '/')
  expect(takeWantedForm('customers', asIs), 'on another page').toBeNull()
  window.history.replaceState(null, '', '/customers?page=2')
  expect(takeWantedForm('customers', asIs)).toEqual({ subject: { kind: 'add' }, values })
  expect(takeWantedForm('customers', asIs)).toBeNull()
})

test('another user does not get what is kept', () => {
  endWith(values, { userId: '5b1d0f20-8c1e-11f0-9a55-00000000000a' })
  expect(ownKeptForm()).toBeUndefined()
  wantKeptForm()
  expect(takeWantedForm('customers', asIs)).toBeNull()
})

test('nothing is kept for longer than a working day, nor without bounds', () => {
  vi.useFakeTimers()
  endWith(values)
  vi.advanceTimersByTime(8 * 3_600_000 + 1)
  expect(keptForm()).toBeUndefined()
  expect(sessionStorage).toHaveLength(0)
  vi.useRealTimers()
  endWith({ title: 'x'.repeat(200_000) })
  expect(keptForm()).toBeUndefined()
})

test('whatever the storage contains, reading does not throw', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      sessionStorage.setItem('greenwave.keptForm', text)
      expect(keptForm()).toBeUndefined()
    }),
  )
  dropKeptForm()
})

test('signing out keeps nothing', () => {
  const stop = keepWhenSessionEnds(() => ({ ...form, values }))
  session.signOut()
  stop()
  expect(keptForm()).toBeUndefined()
})
