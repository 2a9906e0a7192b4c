/** @file What became of a junction, with a controller's engine and its street as the platform keeps them. */
import { playedCalls } from '@greenwave/client/testing/playedCalls'
import type { AttributeSet, ChangeRecord } from '@greenwave/contract/records/changeRecords'
import type { RolloutTarget } from '@greenwave/contract/records/rollouts'
import { writeDeviceTime } from '@greenwave/controller/attributes'
import { localTimeAt } from '@greenwave/controller/deviceClock'
import { LAMP_KEYS, TELEMETRY_KEYS } from '@greenwave/controller/keys'
import type { TimedValues } from '@greenwave/controller/timedValue'
import { type KnownStyles, NOTHING_LEARNED } from '@greenwave/observer/styles'
import { kindOf } from '@greenwave/observer/testing/displayStories'
import type { History, Input } from '@greenwave/observer/testing/history'
import { shownSignals } from '@greenwave/observer/testing/shownSignals'
import { SCENE_SETTINGS, Scene } from '@greenwave/observer/testing/scene'
import { describe, expect, it } from 'vitest'
import { watchStreet } from './observedSince.ts'
import { outcomeOf, outcomeOfClock } from './outcome.ts'

const SENT: RolloutTarget = { id: 'junction-1', was: '', state: 'sent' }

function changeAt(at: number, after: AttributeSet): ChangeRecord {
  const rest = { from: 'console', state: 'written', why: '', said: '', words: [], unkept: [] } as const
  const by = { id: 'u1', name: 'mai@signal.vn' }
  return { id: 'c', at, by, ...rest, scope: 'SHARED_SCOPE', after, before: SCENE_SETTINGS }
}

/** The telemetry of a scene, as a platform gives it. */
function historyOf({ history }: { readonly history: History }) {
  const series: Record<string, { ts: number; value: unknown }[]> = {}
  for (const input of history) {
    if (input.kind !== 'message') continue
    const { ts, counts, clockMs } = input.message
    const clock = clockMs === null ? {} : writeDeviceTime(localTimeAt(clockMs))
    const lamps = Object.fromEntries(LAMP_KEYS.map((key, nth) => [key, counts[nth]]))
    for (const [key, value] of Object.entries({ ...lamps, ...clock }))
      series[key] = [...(series[key] ?? []), { ts, value }]
  }
  return playedCalls((_, { query }) => {
    const { startTs, endTs, limit } = query as {
      readonly startTs: string
      readonly endTs: string
      readonly limit: string
    }
    const within = ({ ts }: { readonly ts: number }) => ts >= Number(startTs) && ts < Number(endTs)
    return Object.fromEntries(
      TELEMETRY_KEYS.map((key) => [key, (series[key] ?? []).filter(within).slice(0, Number(limit))]),
    )
  })
}

async function outcomeIn(
  scene: Pick<Scene, 'history' | 'nowMs'>,
  change: ChangeRecord,
  reports = true,
  set?: KnownStyles,
): Promise<string> {
  const last = scene.history.findLast((input) => input.kind === 'attributes')?.attributes
  const { shared = {} } = last ?? {}
  const client = (reports && last?.client) || {}
  const styles = set && { set, learned: NOTHING_LEARNED }
  const facts = { shared, client, connected: true, connectedSinceMs: undefined, styles }
  const { junction } = await watchStreet(historyOf(scene), 'junction-1', change, facts, scene.nowMs)
  const { state, why } = outcomeOf({ ...SENT, at: change.at }, change, {
    ...{ desired: shared, reported: client, connected: true, nowMs: scene.nowMs, observed: junction },
  })
  return why ? `${state}: ${why}` : state
}

/** Longer green for phase 1, the others later: 85 s. */
const LONGER = { Pr1_X1: 35, Start_Pr1_X2: 40, Start_Pr1_X3: 65 }

describe('what became of a program', () => {
  it('is seen by whoever reads the history of the street, whenever that is', async () => {
    const scene = new Scene().run(200)
    const change = changeAt(scene.nowMs, LONGER)
    scene.set(LONGER)
    const states = []
    for (let part = 0; part < 6; part += 1) states.push(await outcomeIn(scene.run(40), change))
    expect(states.slice(0, 2)).toEqual(['reported', 'reported'])
    expect(states.at(-1)).toBe('seen')
  })

  it('is a failure where the street goes on as before, but not before it could have followed', async () => {
    const scene = new Scene().run(200)
    const change = changeAt(scene.nowMs, LONGER)
    const old = new Scene().run(800).history.filter(({ kind }) => kind === 'message')
    scene.set(LONGER)
    scene.history.push(...old.slice(200))
    expect(await outcomeIn(scene, change)).toBe('reported')
    scene.silence(590)
    expect(await outcomeIn(scene, change)).toBe('failed: streetDiffers')
  })

  it('is taken where the street has nothing to show: another program runs', async () => {
    const scene = new Scene().run(200)
    const change = changeAt(scene.nowMs, { Pr2_X1: 26 })
    scene.set({ Pr2_X1: 26 })
    expect(await outcomeIn(scene.run(5), change)).toBe('taken')
  })

  it('is taken in the end if the street shows nothing at all', async () => {
    const scene = new Scene().run(200)
    const change = changeAt(scene.nowMs, LONGER)
    scene.set(LONGER)
    expect(await outcomeIn(scene.silence(60), change)).toBe('reported')
    expect(await outcomeIn(scene.silence(600), change)).toBe('taken')
  })
})

describe('what became of a program, whatever displays show and greens follow', () => {
  const states = async (display: string, control: string, of: 'times' | 'greens', isKnown: boolean) => {
    let changedMs = 0
    const { history, set } = shownSignals(kindOf(display, control), (signals) => {
      signals.run(200)
      changedMs = signals.nowMs
      signals.set(of === 'times' ? { yellow: 4 } : { programs: [{ greens: [20, 9, 6], starts: [0, 26, 40] }] })
      signals.run(500)
    })
    const after = of === 'times' ? { Vang: 4 } : { Pr1_X1: 20, Start_Pr1_X2: 26, Start_Pr1_X3: 40 }
    const found: string[] = []
    for (const seconds of [5, 60, 499]) {
      const nowMs = changedMs + seconds * 1000
      const isUntil = (input: Input) => (input.kind === 'message' ? input.message.ts : input.atMs) <= nowMs
      const scene = { history: history.filter(isUntil), nowMs }
      found.push(await outcomeIn(scene, changeAt(changedMs, after), true, isKnown ? set : undefined))
    }
    return found
  }

  it.each([
    ['full', 'seen'],
    ['last-8', 'seen'],
    ['none', 'seen'],
    ['by colour', 'seen'],
    ['last-8-0', 'taken'],
  ])('%s, fixed: %s', async (display, end) => {
    expect(await states(display, 'fixed', 'greens', true)).toEqual(['reported', expect.any(String), end])
  })

  it.each(['full', 'last-8', 'last-8-0', 'none', 'by colour'])(
    '%s, actuated: greens show nothing of the splits, and are no failure while the control is unknown',
    async (display) => {
      expect(await states(display, 'actuated', 'greens', true)).toEqual(['taken', 'taken', 'taken'])
      for (const state of await states(display, 'actuated', 'greens', false)) expect(state).not.toContain('failed')
      const times = await states(display, 'actuated', 'times', true)
      expect(times.at(-1)).toBe(display === 'last-8-0' ? 'taken' : 'seen')
    },
  )
})

describe('what became of a change that its controller does not report', () => {
  it('is watched on the street, until that shows it', async () => {
    const scene = new Scene().run(200)
    const change = changeAt(scene.nowMs, LONGER)
    scene.set(LONGER)
    expect(await outcomeIn(scene.run(20), change, false)).toBe('noReport')
    expect(await outcomeIn(scene.run(200), change, false)).toBe('seen')
  })

  it('does not keep the rollout waiting where the street has nothing to show: another program runs', async () => {
    const scene = new Scene().run(200)
    const change = changeAt(scene.nowMs, { Pr2_X1: 26 })
    scene.set({ Pr2_X1: 26 })
    expect(await outcomeIn(scene.run(20), change, false)).toBe('noReport')
  })
})

describe('what became of a mode', () => {
  it('is seen as soon as the lamps show it', async () => {
    const scene = new Scene().run(100)
    const change = changeAt(scene.nowMs, { Mode: 0 })
    scene.set({ Mode: 0 })
    expect(await outcomeIn(scene.run(12), change)).toBe('seen')
  })
})

describe('what became of a clock', () => {
  const at = 1_795_309_200_000
  const target = { ...SENT, at }
  const shown = (atMs: number, aheadSeconds: number): TimedValues =>
    Object.fromEntries(
      Object.entries(writeDeviceTime(localTimeAt(atMs + aheadSeconds * 1000))).map(([key, value]) => [
        key,
        { ts: atMs, value },
      ]),
    )

  it('is seen when it is right again, and a failure if it is not within 20 s', () => {
    expect(outcomeOfClock(target, shown(at, 0), at + 2000).state).toBe('sent')
    expect(outcomeOfClock(target, shown(at + 2000, 40), at + 3000).state).toBe('sent')
    expect(outcomeOfClock(target, shown(at + 3000, 0), at + 4000).state).toBe('seen')
    expect(outcomeOfClock(target, shown(at + 21_000, 40), at + 22_000)).toMatchObject({
      state: 'failed',
      why: 'differs',
    })
    expect(outcomeOfClock(target, {}, at + 22_000)).toMatchObject({ state: 'failed', why: 'notConfirmed' })
  })
})
