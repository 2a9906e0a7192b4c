import { planSteps } from '@greenwave/coordination/plan'
import { randomCorridor, seeded } from '@greenwave/coordination/testing/randomCorridor'
import { planOnPage } from '../tools/plannerPage.ts'
import { describeMs, quantile } from '../tools/quantiles.ts'
import type { Row } from '../tools/report.ts'

const JUNCTIONS = 12
const CORRIDORS = 20
const MOST_MS = 1000
const MOST_STEP_MS = 50

/**
 * Measures how long the planner of green waves takes for corridors of 12 junctions in both directions, with offsets and
 * with the order of phases alone, and the longest step for which it lets nothing else run; the same in the console, with
 * the tasks over 50 ms of the page's own thread. The baseline is a corridor of 3 junctions.
 */
export async function planner(): Promise<Row[]> {
  const rows: Row[] = []
  for (const cycle of [90, 150]) {
    for (const canOffset of [true, false]) {
      const { whole, steps } = measure(JUNCTIONS, cycle, canOffset)
      const small = measure(3, cycle, canOffset)
      const name = `${JUNCTIONS} junctions, cycle ${cycle} s, ${canOffset ? 'offsets' : 'order and unused time'}`
      const longest = Math.max(...steps)
      rows.push({
        name,
        promise: `<= ${MOST_MS / 1000} s, no step over ${MOST_STEP_MS} ms`,
        figure: `${describeMs(whole)}, worst ${Math.max(...whole).toFixed(0)} ms, longest step ${longest.toFixed(1)} ms`,
        baseline: `3 junctions: p50 ${quantile(small.whole, 0.5).toFixed(1)} ms`,
        kept: Math.max(...whole) <= MOST_MS && longest <= MOST_STEP_MS,
      })
    }
  }
  for (const canOffset of [true, false]) {
    const { shownMs, longTasks } = await planOnPage(JUNCTIONS, canOffset)
    const long = longTasks.length === 0 ? 'no long task' : `longest task ${Math.max(...longTasks).toFixed(0)} ms`
    rows.push({
      name: `in the browser, ${JUNCTIONS} junctions, ${canOffset ? 'offsets' : 'order and unused time'}: click to proposal`,
      promise: `<= ${MOST_MS / 1000} s, no task over ${MOST_STEP_MS} ms`,
      figure: `${describeMs(shownMs)}, ${long}`,
      baseline: '',
      kept: Math.max(...shownMs) <= MOST_MS && longTasks.length === 0,
    })
  }
  return rows
}

/** Returns the time of each plan, and of each of its steps, milliseconds. */
function measure(junctions: number, cycle: number, canOffset: boolean): { whole: number[]; steps: number[] } {
  const whole: number[] = []
  const steps: number[] = []
  for (let seed = 0; seed < CORRIDORS; seed++) {
    const unequal = canOffset && seed % 2 === 1
    const corridor = randomCorridor({ junctions, cycle, unequal }, seeded(seed)).map((junction) => {
      if (canOffset) return junction
      // The street's phase, 5 s of yellow and clearance, and two side streets, with 9 s of the cycle unused.
      const green = Math.min(junction.greens.outbound?.green ?? 0, cycle - 45)
      const left = cycle - green - 5 - 9
      const greens = { outbound: { green, start: 0 }, inbound: { green, start: 0 } }
      return { ...junction, canOffset, greens, blocks: [green + 5, Math.floor(left / 2), Math.ceil(left / 2)] }
    })
    const startedAt = performance.now()
    const search = planSteps(corridor, { objective: 'equal', cycle })
    for (let at = startedAt, step = search.next(); ; step = search.next()) {
      const now = performance.now()
      steps.push(now - at)
      at = now
      if (step.done) break
    }
    whole.push(performance.now() - startedAt)
  }
  return { whole, steps }
}
