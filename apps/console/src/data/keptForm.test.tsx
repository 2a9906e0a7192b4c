import { render, renderHook, screen } from '@testing-library/react'
import fc from 'fast-check'
import { lazy, type ReactNode, Suspense } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { signInForTest, type TestTokenOptions } from '../test/stubPlatform.ts'
import { dropKeptForm, keepWhenSessionEnds, keptForm, ownKeptForm, useWantedForm, wantKeptForm } from './keptForm.ts'
import { currentToken, session } from './session.ts'

const asIs = (subject: unknown) => subject
const form = { address: '/customers?page=1', form: 'customers', title: 'Edit Customer', subject: { kind: 'add' } }
const take = (id: string) => renderHook(() => useWantedForm(id, asIs)).result.current
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
  signInForTest()
})

test('what is kept is taken once, by the form that it belongs to, when its user wants it', () => {
  endWith(values)
  expect(take('customers')).toBeNull()
  wantKeptForm()
  expect(take('devices')).toBeNull()
  window.history.replaceState(null, '', '/')
  expect(take('customers'), 'on another page').toBeNull()
  window.history.replaceState(null, '', '/customers?page=2')
  expect(take('customers')).toEqual({ subject: { kind: 'add' }, values })
  expect(take('customers')).toBeNull()
})

function Form({ children }: { readonly children: ReactNode }) {
  const wanted = useWantedForm('customers', asIs)
  return (
    <>
      {String(wanted?.values.title)}
      {children}
    </>
  )
}

test('a form that waits for a part of itself gets what is kept when the part is there', async () => {
  endWith(values)
  wantKeptForm()
  let load = (_part: { default: () => string }) => {}
  const Part = lazy(() => new Promise<{ default: () => string }>((resolve) => (load = resolve)))
  render(
    <Suspense fallback="waits">
      <Form>
        <Part />
      </Form>
    </Suspense>,
  )
  expect(screen.getByText('waits')).toBeVisible()
  load({ default: () => ' is there' })
  expect(await screen.findByText('Quận 1 is there')).toBeVisible()
  expect(keptForm()).toBeUndefined()
})

test('another user does not get what is kept', () => {
  endWith(values, { userId: '5b1d0f20-8c1e-11f0-9a55-00000000000a' })
  expect(ownKeptForm()).toBeUndefined()
  wantKeptForm()
  expect(take('customers')).toBeNull()
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
