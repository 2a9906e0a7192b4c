import { expect, test } from 'vitest'
import { askedFor, inEffect, reportInEffect } from './reported.ts'

test('(R14) what is in effect is what the controller reports, and what was asked for stands beside it', () => {
  const shared = { Mode: 0, Plan: 1 }
  const client = { Mode: '4', Plan: '3', Program: 2 }
  expect(inEffect(client)).toEqual({ plan: 3, program: 2, mode: 4 })
  expect(askedFor(shared)).toEqual({ plan: 1, program: undefined, mode: 0 })
})

test('(R14) a controller that reports nothing has nothing in effect, not plan 0', () => {
  expect(inEffect({})).toEqual({ plan: undefined, program: undefined, mode: undefined })
  expect(inEffect({ Plan: '', Mode: 'auto' })).toEqual({ plan: undefined, program: undefined, mode: undefined })
})

test('(R14) plan, program and mode are reported under the names of the shared attributes', () => {
  expect(reportInEffect({ plan: 5, program: 1, mode: 4 })).toEqual({ Plan: 5, Program: 1, Mode: 4 })
})
