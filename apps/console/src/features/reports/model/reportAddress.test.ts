import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ReportAddress } from './reportAddress.ts'
import { dateOf } from '@greenwave/observer/conformity/days'
import { earlierSpan, momentOf, neighbours } from './reportPeriod.ts'

const NOW = Date.UTC(2026, 10, 22, 8)

describe('the address of a report', () => {
  it('is this month of all junctions, the worst first, unless it says more', () => {
    const plain = { period: 'month', sort: 'worst', order: 'ASC', page: 0 }
    expect(z.parse(ReportAddress, {})).toEqual(plain)
    expect(z.parse(ReportAddress, { period: 'year', day: 'x', junction: '1', sort: 'x', order: 1, page: -1 })).toEqual(
      plain,
    )
  })

  it('names a day of the controllers', () => {
    expect(momentOf({ day: '2026-11-01' }, NOW)).toBe(Date.UTC(2026, 9, 31, 17))
    expect(momentOf({ day: undefined }, NOW)).toBe(NOW)
  })

  it.each([
    ['day', '2026-11-21', undefined],
    ['week', '2026-11-15', undefined],
    ['month', '2026-10-31', undefined],
  ] as const)('has a %s before and none after the one that runs', (period, before, after) => {
    expect(neighbours(period, NOW, NOW)).toEqual({ before, after })
  })

  it.each([
    ['month', NOW, '2026-10-01', '2026-10-22'],
    ['week', NOW, '2026-11-09', '2026-11-15'],
    ['day', NOW, '2026-11-21', '2026-11-21'],
    // October has 31 days, and is over: it is compared with all of September.
    ['month', Date.UTC(2026, 9, 5), '2026-09-01', '2026-09-30'],
  ] as const)('compares a %s with as many days of the one before as have begun', (period, atMs, from, to) => {
    const { fromMs, untilMs } = earlierSpan(period, atMs, NOW)
    expect([dateOf(fromMs), dateOf(untilMs - 1)]).toEqual([from, to])
  })

  it('compares 31 days with all of a shorter month', () => {
    const { fromMs, untilMs } = earlierSpan('month', Date.UTC(2026, 2, 31), Date.UTC(2026, 2, 31))
    expect([dateOf(fromMs), dateOf(untilMs - 1)]).toEqual(['2026-02-01', '2026-02-28'])
  })

  it('has a period after one that is over', () => {
    expect(neighbours('month', Date.UTC(2026, 9, 5), NOW)).toEqual({ before: '2026-09-30', after: '2026-11-01' })
  })
})
