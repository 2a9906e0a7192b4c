import type { AlarmInfo } from '@greenwave/contract/wire/alarms'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { testAlarm, testDevice } from '../test/records.ts'
import { SOUND_AGAIN_MS, SoundAlarm } from './SoundAlarm.ts'
import type { SoundChoice } from './soundChoice.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const danger = testAlarm(1, testDevice(1), { severity: 'CRITICAL' })
const deviation = testAlarm(2, testDevice(2), { severity: 'MINOR' })

function sounding(choice: SoundChoice, storage = new Map<string, string>()) {
  let open: readonly AlarmInfo[] = []
  let fails = false
  let isAllowed = true
  const muted = new Set<string>()
  const played: number[] = []
  const levels: (number | null)[] = []
  const alarm = new SoundAlarm(
    {
      readOpen: async () => {
        if (fails) throw new Error('no answer')
        return open
      },
      readMuted: async () => muted,
      oneForAllTabs: (task) => task(),
      storage: { getItem: (key) => storage.get(key) ?? null, setItem: (key, value) => void storage.set(key, value) },
      nowMs: Date.now,
      play: (level) => isAllowed && played.push(level) > 0,
      onLevel: (level) => levels.push(level),
    },
    choice,
  )
  return {
    ...{ alarm, played, levels, muted },
    is: (next: readonly AlarmInfo[]) => {
      open = next
    },
    fail: (next: boolean) => {
      fails = next
    },
    allow: (next: boolean) => {
      isAllowed = next
    },
    touch: async () => {
      alarm.touch()
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}
const beat = () => vi.advanceTimersByTimeAsync(SOUND_AGAIN_MS)

it('sounds at once, again until the incident is acknowledged, and then asks nothing more', async () => {
  const { is, touch, played, levels } = sounding('danger')
  is([danger, deviation])
  await touch()
  expect(played).toEqual([5])
  await beat()
  await beat()
  expect(played).toEqual([5, 5, 5])
  is([])
  await beat()
  expect(levels).toEqual([5, null])
  expect(vi.getTimerCount()).toBe(0)
  is([danger])
  await touch()
  expect(played).toHaveLength(4)
})

it('is of the chosen levels, and never of a muted junction', async () => {
  const dangers = sounding('danger')
  dangers.is([deviation])
  await dangers.touch()
  expect(dangers.played).toEqual([])
  const all = sounding('all')
  all.is([deviation])
  await all.touch()
  expect(all.played).toEqual([3])
  all.muted.add(deviation.originator.id)
  await beat()
  expect(all.levels).toEqual([3, null])
})

it('goes on while the platform does not answer, and ends when it is stopped', async () => {
  const { alarm, is, fail, touch, played } = sounding('danger')
  is([danger])
  await touch()
  fail(true)
  await beat()
  expect(played).toHaveLength(2)
  alarm.stop()
  await beat()
  expect(played).toHaveLength(2)
})

it('one tab sounds for all, but a tab that may not yet sound keeps no other from it', async () => {
  const storage = new Map<string, string>()
  const [silent, first, second] = [0, 1, 2].map(() => sounding('danger', storage))
  for (const tab of [silent, first, second]) tab?.is([danger])
  silent?.allow(false)
  for (const tab of [silent, first, second]) await tab?.touch()
  expect([silent, first, second].map((tab) => tab?.played.length)).toEqual([0, 1, 0])
  await beat()
  const sounds = [first, second].reduce((sum, tab) => sum + (tab?.played.length ?? 0), 0)
  expect(sounds).toBe(2)
})
