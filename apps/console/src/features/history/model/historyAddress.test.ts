import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { HistoryAddress } from './historyAddress.ts'

test('a second and a span are read from the address, also as a time that people can read', () => {
  expect(z.parse(HistoryAddress, { at: 1_795_309_200_000, span: '24h' })).toEqual({
    at: 1_795_309_200_000,
    span: '24h',
  })
  expect(z.parse(HistoryAddress, { at: '2026-11-22T08:00:00+07:00' })).toEqual({ at: 1_795_309_200_000, span: '10m' })
})

test('whatever else is typed counts as now and ten minutes', () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), (at, span) => {
      const read = z.parse(HistoryAddress, { at, span })
      if (read.at !== undefined) expect(read.at).toBeGreaterThanOrEqual(Date.UTC(2000, 0, 1))
      expect(['10m', '1h', '24h', '7d']).toContain(read.span)
    }),
    { numRuns: 200 },
  )
  for (const at of [0, -1, Number.MAX_SAFE_INTEGER, 'soon', Number.NaN, {}, null]) {
    expect(z.parse(HistoryAddress, { at }).at).toBeUndefined()
  }
})
