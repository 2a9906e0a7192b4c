import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ReportAddress } from './reportAddress.ts'
import { momentOf, neighbours } from './reportPeriod.ts'

const NOW = Date.UTC(2026, 10, 22, 8)

describe('the address of a report', () => {
  it('is this week of all junctions, the worst first, unless it says more', () => {
    const plain = { period: 'week', sort: 'worst', order: 'ASC', page: 0 }
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

  it('has a period after one that is over', () => {
    expect(neighbours('month', Date.UTC(2026, 9, 5), NOW)).toEqual({ before: '2026-09-30', after: '2026-11-01' })
  })
})
