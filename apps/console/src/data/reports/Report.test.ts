import type { SpanSums } from '@greenwave/observer/conformity/reading/spanReads'
import { NO_SUMS } from '@greenwave/observer/conformity/sums'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../apiErrors.ts'
import { Report, type ReportState } from './Report.ts'
import type { ReportJunction } from './reportJunctions.ts'

const junctions = Array.from({ length: 60 }, (_, nth) => ({
  id: `d${nth}`,
  name: `TLC-${nth}`,
  label: `Ngã tư ${nth}`,
}))
const day = { ...NO_SUMS, dayMs: 5, fromMs: 5, untilMs: 6, expected: 100, missing: 1, cycles: 2 }
const spanOf = (days: SpanSums['days']): SpanSums => ({
  days,
  sums: { ...NO_SUMS, expected: 100 * days.length, missing: days.length, cycles: 2 * days.length },
  watchedSinceMs: null,
  unrecorded: 0,
})

function reportOf(read: (id: string, signal: AbortSignal) => Promise<SpanSums>) {
  async function* list(): AsyncGenerator<{ junctions: readonly ReportJunction[]; total: number }> {
    yield { junctions: junctions.slice(0, 40), total: 60 }
    yield { junctions: junctions.slice(40), total: 60 }
  }
  const report = new Report({ junctions: list, read })
  const states: ReportState[] = []
  report.onChange(() => states.push(report.state))
  const until = (status: ReportState['status']) => expect.poll(() => report.state.status).toBe(status)
  return { report, states, until }
}

describe('a report', () => {
  it('reads all junctions, a few at a time, says how far it is, and adds up what they have', async () => {
    let running = 0
    let most = 0
    const { report, states, until } = reportOf(async (id) => {
      running += 1
      most = Math.max(most, running)
      await Promise.resolve()
      running -= 1
      return spanOf(id === 'd7' ? [] : [day])
    })
    report.start()
    await until('done')
    const { done, total, rows, without, sums, days } = report.state
    expect([done, total, rows.length, without]).toEqual([60, 60, 59, 1])
    expect([sums.expected, days.get(5)?.cycles]).toEqual([5900, 118])
    expect(rows[0]?.figures.missing).toBe(0.01)
    expect(most).toBe(5)
    expect(states.map((state) => state.done)).toEqual(expect.arrayContaining([0, 25, 50, 60]))
    expect(states.length).toBeLessThan(10)
  })

  it('is of the days of one kind alone, and knows the others', async () => {
    const of = (dayMs: number, kind: string) => ({ ...day, dayMs, kind })
    const kinds = [of(5, 'Saturday'), of(6, 'Working day')]
    async function* list() {
      yield { junctions: junctions.slice(0, 2), total: 2 }
    }
    const report = new Report({ junctions: list, kind: 'Saturday', read: async () => spanOf(kinds) })
    report.start()
    await expect.poll(() => report.state.status).toBe('done')
    const { rows, days, sums, kinds: known } = report.state
    expect(rows.map((row) => row.sums.expected)).toEqual([100, 100])
    expect([[...days.keys()], sums.expected]).toEqual([[5], 200])
    expect([...known].map(([dayMs, ofDay]) => [dayMs, ...ofDay.keys()])).toEqual([
      [5, 'Saturday'],
      [6, 'Working day'],
    ])
  })

  it('goes on without a junction that was deleted meanwhile', async () => {
    const { report, until } = reportOf((id) =>
      id === 'd3' ? Promise.reject(new ApiError(404)) : Promise.resolve(spanOf([day])),
    )
    report.start()
    await until('done')
    expect([report.state.rows.length, report.state.without]).toEqual([59, 1])
  })

  it('keeps what was read when the platform fails, and can be read anew', async () => {
    let fails = true
    const { report, until } = reportOf((id) =>
      fails && id === 'd30' ? Promise.reject(new TypeError('no network')) : Promise.resolve(spanOf([day])),
    )
    report.start()
    await until('failed')
    expect(report.state.error).toBeInstanceOf(TypeError)
    expect(report.state.rows.length).toBeGreaterThan(20)
    fails = false
    report.start()
    await until('done')
    expect([report.state.error, report.state.rows.length]).toEqual([null, 60])
  })

  it('is cancelled: nothing more is read, and what was read stays', async () => {
    const asked: string[] = []
    const { report, until } = reportOf(async (id, signal) => {
      asked.push(id)
      if (asked.length === 20) report.cancel()
      await Promise.resolve()
      signal.throwIfAborted()
      return spanOf([day])
    })
    report.start()
    await until('cancelled')
    await Promise.resolve()
    const { done, rows } = report.state
    expect(asked.length).toBeLessThan(26)
    expect([done === rows.length, done > 10, done <= 20]).toEqual([true, true, true])
  })
})
