/** The incidents of the lamps as the oracle has them, one part for each line of their table. */
import type { IncidentCode } from '../incident.ts'
import type { Episode, History } from './history.ts'
import { episodes, type Said, type Say } from './oracleEpisodes.ts'
import type { Second, Wanted } from './oracleSeconds.ts'
import {
  cyclesOf,
  isConflict,
  isConflictAt,
  isContradicting,
  isDark,
  isJump,
  isOffPlan,
  isShortClearance,
  isShortYellow,
  sayAllRed,
  sayFrozen,
  sayHold,
} from './oracleSigns.ts'

/** Returns the episodes of the incidents of the lamps. */
export function ofLamps(seconds: readonly Second[], history: History): readonly Episode[] {
  const known = (one: Second) => one.wanted !== null
  const always = (code: IncidentCode, holds: (one: Second, i: number) => boolean, times: number) =>
    episodes(
      code,
      seconds.map((one, i): Said => {
        if (!known(one)) return { ts: one.ts, say: 'unjudged' }
        const isThere = holds(one, i)
        return { ts: one.ts, say: isThere ? 'yes' : 'no', resets: !isThere && !one.calm }
      }),
      { raiseTimes: times, raiseMs: 0, clearTimes: 1, clearMs: 10_000 },
    )
  const conflict = always('conflict', (_, i) => isConflictAt(seconds, i), 2)
  const lamps = always('lamps', isContradicting, 2)
  const dark = always('dark', isDark, 3)

  const paused = (one: Second): Said | null => {
    if (one.wanted === null) return { ts: one.ts, say: 'unjudged' }
    return one.changing || !one.calm ? { ts: one.ts, say: 'unjudged', forgets: one.changing, resets: true } : null
  }
  const judgedBy = (evaluate: (i: number, one: Second, wanted: Wanted) => Say): Said[] =>
    seconds.map((one, i) => paused(one) ?? { ts: one.ts, say: one.wanted ? evaluate(i, one, one.wanted) : 'unjudged' })

  const allRed = episodes(
    'all-red',
    judgedBy((i) => sayAllRed(seconds, i)),
    {
      raiseTimes: 1,
      raiseMs: 0,
      clearTimes: 1,
      clearMs: 10_000,
    },
  )
  const frozen = episodes(
    'frozen',
    judgedBy((i) => sayFrozen(seconds, i)),
    {
      raiseTimes: 1,
      raiseMs: 0,
      clearTimes: 1,
      clearMs: 5000,
    },
  )

  const loud = [...conflict, ...lamps, ...dark, ...allRed, ...frozen]
  const isShadowed = (i: number) => {
    const faulty = (one: Second | undefined) =>
      one !== undefined && (isConflict(one) || isContradicting(one) || isDark(one))
    const ts = seconds[i]?.ts ?? 0
    const open = loud.some(({ raisedMs, clearedMs }) => raisedMs <= ts && (clearedMs === null || ts < clearedMs))
    return open || faulty(seconds[i]) || faulty(seconds[i - 1])
  }
  const cycles = new Map(cyclesOf(seconds, isShadowed).flatMap((cycle) => (cycle.evaluated ? [[cycle.to, cycle]] : [])))
  const right = (i: number, wrong: readonly number[]) => {
    const cycle = cycles.get(i)
    return cycle !== undefined && !wrong.some((at) => at < i && at > cycle.from)
  }
  const eventRule = (code: IncidentCode, isWrong: (i: number, wanted: Wanted) => boolean) => {
    const wrong: number[] = []
    const said = judgedBy((i, _one, wanted) => {
      if (isShadowed(i)) return 'unjudged'
      if (isWrong(i, wanted)) {
        wrong.push(i)
        return 'yes'
      }
      return right(i, wrong) ? 'no' : 'unjudged'
    })
    return episodes(code, said, { raiseTimes: 1, raiseMs: 0, clearTimes: 2, clearMs: 0 })
  }
  const shortYellow = eventRule('short-yellow', (i, wanted) => isShortYellow(seconds, i, wanted))
  const shortClearance = eventRule('short-clearance', (i, wanted) => isShortClearance(seconds, i, wanted))

  const jumps: number[] = []
  let tracked = false
  const jumpSaid = judgedBy((i, one, wanted) => {
    if (isShadowed(i) || wanted.cycle === 0) return 'unjudged'
    if (isJump(seconds, i)) {
      jumps.push(one.ts)
      tracked = true
      return 'yes'
    }
    const last = jumps.at(-1)
    return tracked && last !== undefined && one.ts - last >= 10 * wanted.cycle * 1000 ? 'no' : 'unjudged'
  })
  const jumped = episodes('countdown-jump', jumpSaid, { raiseTimes: 2, raiseMs: 0, clearTimes: 1, clearMs: 0 })

  const offPlan = episodes(
    'off-plan',
    judgedBy((i, _one, wanted) => {
      if (isShadowed(i)) return 'unjudged'
      const cycle = cycles.get(i)
      return cycle ? (isOffPlan(seconds, cycle, wanted) ? 'yes' : 'no') : 'unjudged'
    }),
    { raiseTimes: 2, raiseMs: 0, clearTimes: 2, clearMs: 0 },
  )

  const afterGapOnly = (evaluate: (i: number, one: Second) => Say): Said[] =>
    seconds.map((one, i) => {
      if (one.wanted === null) return { ts: one.ts, say: 'unjudged' }
      return one.calm ? { ts: one.ts, say: evaluate(i, one) } : { ts: one.ts, say: 'unjudged', resets: true }
    })
  const clock = episodes(
    'clock',
    afterGapOnly((_, one) => {
      if (one.clockMs === null) return 'unjudged'
      const off = Math.abs(Math.ceil((one.clockMs - one.ts) / 1000))
      return off > 5 ? 'yes' : off < 3 ? 'no' : 'between'
    }),
    { raiseTimes: 1, raiseMs: 10_000, clearTimes: 1, clearMs: 10_000 },
  )
  const hold = episodes(
    'hold',
    afterGapOnly((i) => sayHold(seconds, i, history)),
    {
      raiseTimes: 1,
      raiseMs: 0,
      clearTimes: 1,
      clearMs: 0,
    },
  )
  return [...loud, ...shortYellow, ...shortClearance, ...jumped, ...offPlan, ...clock, ...hold]
}
