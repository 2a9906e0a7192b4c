import { figuresOf } from '@greenwave/observer/conformity/figures'
import { NO_SUMS } from '@greenwave/observer/conformity/sums'
import { describe, expect, it } from 'vitest'
import type { ReportRow } from '../../../data/reports/Report.ts'
import { reportCsv } from './reportCsv.ts'
import { sortRows } from './sortRows.ts'

function rowOf(label: string, missing: number | null): ReportRow {
  const sums = missing === null ? NO_SUMS : { ...NO_SUMS, expected: 1000, missing, believable: 1000 - missing }
  return {
    id: label,
    name: `TLC ${label}`,
    label,
    sums,
    figures: figuresOf(sums),
    watchedSinceMs: null,
    unrecorded: 0,
  }
}

const rows = [rowOf('b', 5), rowOf('c', null), rowOf('a', 900), rowOf('d', 60)]
const order = (sort: 'worst' | 'name' | 'missing', direction: 'ASC' | 'DESC' = 'ASC') =>
  sortRows(rows, { sort, order: direction })
    .map(({ label }) => label)
    .join('')

describe('the junctions of a report', () => {
  it('are the worst first, and what is not known comes last in any order', () => {
    expect(order('worst')).toBe('adbc')
    expect(order('missing')).toBe('bdac')
    expect(order('missing', 'DESC')).toBe('adbc')
    expect(order('name', 'DESC')).toBe('dcba')
  })

  it('are lines of a file in which nothing that is unknown is a number', async () => {
    const text = await reportCsv([rowOf('=x', null), rowOf('a', 5)], '2026-11-01', '2026-11-30').text()
    const [head = '', unknown = '', known = ''] = text.split('\r\n')
    expect(head.split(',')).toHaveLength(unknown.split(',').length)
    expect(unknown).toMatch(/^'=x,TLC =x,2026-11-01,2026-11-30,0,0,,,/)
    expect(known).toContain(',0.005,0.995,')
    // Dates without a zone would be any city's.
    expect([head, known].map((line) => line.split(',').at(-2))).toEqual(['time_zone', 'Asia/Ho_Chi_Minh'])
  })
})
