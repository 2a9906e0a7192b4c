import { type Call, type CallName, calls } from '@greenwave/contract/wire/calls/calls'
import { expect, it } from 'vitest'
import { permissions } from './permissions.ts'

it('whoever has no session can send little: every call without a token, or in the middle of a sign-in, has a small body', () => {
  const open = Object.entries<unknown>(permissions).filter(([, who]) => who === 'public' || who === 'signInStep')
  expect(open).not.toEqual([])
  for (const [name] of open) {
    const call: Call = calls[name as CallName]
    expect([name, call.smallBody]).toEqual([name, true])
  }
})
