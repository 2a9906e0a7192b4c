import { expect, test } from 'vitest'
import { attributesAt } from './recordedAttributes.ts'

const LONG_AGO = { ts: 1000, value: 30 }

test('attributes of an earlier time are those that were written before it', () => {
  const now = { shared: { Pr1_X1: LONG_AGO }, client: { Pr1_X1: { ts: 1200, value: '30' } } }
  expect(attributesAt(now, 1500)).toEqual(now)
  expect(attributesAt(now, 500)).toBeNull()
})

test('what a controller only reported again is as old as the order that it repeats', () => {
  const shared = { Pr1_X1: LONG_AGO }
  const client = { Pr1_X1: { ts: 9000, value: '30' }, Plan: { ts: 9000, value: 1 }, Program: { ts: 9000, value: 1 } }
  expect(attributesAt({ shared, client }, 5000)).toEqual({ shared, client: {} })
  expect(attributesAt({ shared, client }, 9000)).toEqual({ shared, client })
})

test('a setting that is another one now, or was never asked for, may have been anything before', () => {
  const other = { Pr1_X1: { ts: 9000, value: 35 } }
  expect(attributesAt({ shared: { Pr1_X1: LONG_AGO }, client: other }, 5000)).toBeNull()
  expect(attributesAt({ shared: other, client: {} }, 5000)).toBeNull()
  expect(attributesAt({ shared: {}, client: other }, 5000)).toBeNull()
})
