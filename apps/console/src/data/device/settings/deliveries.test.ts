import { expect, test } from 'vitest'
import { deliveryOf, deliveriesAt } from './deliveries.ts'

const MODE = { kind: 'mode' } as const
const at = (ts: number, value: number) => ({ Mode: { ts, value } })

test('a setting that was applied all along is no news; one that was seen on its way stays news when it is applied', () => {
  const facts = { desired: at(1_000, 4), reported: at(2_000, 4), connected: true, nowMs: 60_000 }
  const applied = deliveriesAt(facts, true)
  expect(deliveryOf(applied, MODE)).toMatchObject({ state: 'taken', openedMs: null })
  const saved = deliveriesAt({ ...facts, desired: at(60_000, 1) }, true, applied)
  expect(deliveryOf(saved, MODE)).toMatchObject({ state: 'sent', openedMs: 60_000 })
  const taken = { ...facts, desired: at(60_000, 1), reported: at(62_000, 1), nowMs: 63_000 }
  expect(deliveryOf(deliveriesAt(taken, true, saved), MODE)).toMatchObject({ state: 'taken', openedMs: 60_000 })
  expect(deliveryOf(deliveriesAt(taken, true), MODE)).toMatchObject({ openedMs: null })
})

test('a setting and its report of one moment are no news, in whatever frames they come', () => {
  const facts = { desired: at(60_000, 4), reported: {}, connected: true, nowMs: 60_000 }
  const reported = { ...facts, reported: at(60_000, 4) }
  const half = deliveriesAt(facts, true)
  expect(deliveryOf(deliveriesAt(reported, true, half), MODE)).toMatchObject({ state: 'taken', openedMs: null })
  expect(deliveryOf(deliveriesAt(reported, true, half, 60_001), MODE)).toMatchObject({ openedMs: 60_000 })
})
