import { type Call, calls } from '@greenwave/contract/wire/calls/calls'
import { expect, it } from 'vitest'
import { PUBLIC_CALLS } from './permissions.ts'

it('whoever has no session can send little: every call without a token, or in the middle of a sign-in, has a small body', () => {
  const steps = Object.entries<Call>(calls).filter(([, { signInStep }]) => signInStep !== undefined)
  expect(steps).not.toEqual([])
  for (const [name, call] of [...PUBLIC_CALLS.map((open): [string, Call] => [open, calls[open]]), ...steps]) {
    expect([name, call.smallBody]).toEqual([name, true])
  }
})
