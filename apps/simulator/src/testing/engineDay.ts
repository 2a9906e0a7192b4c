/** @file A day of a virtual controller without faults. */
import { writeSettings } from '@greenwave/controller/settingTable/allSettings'
import { planFrom, programFrom, settingsWith } from '@greenwave/controller/testing/settings'
import type { Change } from '@greenwave/observer/incident'
import { newJunction } from '@greenwave/observer/junction'
import { learned } from '@greenwave/observer/learnedStyles'
import { createObserver } from '@greenwave/observer/observer'
import { RULES } from '@greenwave/observer/rules/table'
import { type Input, observe } from '@greenwave/observer/testing/history'
import { type LivedDay, raisedIn } from '@greenwave/observer/testing/livedDay'
import { ObservedController } from './observedController.ts'

const MIDNIGHT = Date.UTC(2026, 10, 22, 17) / 1000

/** Returns a function that gives the same pseudo-random numbers, 0 to below 1, for the same seed. */
function random(seed: number): () => number {
  let state = seed + 1
  return () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9
    state ^= state >>> 12
    return (state >>> 0) / 2 ** 32
  }
}

/** Settings as engineers choose them: sound programs of usual lengths, six plans over the day. */
function usualSettings(next: () => number) {
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  const clearance = { yellow: between(3, 5), redClearance: between(1, 4) }
  const programs = ([1, 2, 3, 4, 5, 6] as const).map((number) => {
    const greens = [between(8, 45), between(8, 40), next() < 0.3 ? 0 : between(8, 25)] as const
    const after = clearance.yellow + clearance.redClearance
    const second = greens[0] + after + (next() < 0.2 ? between(1, 12) : 0)
    return programFrom(number, greens, [0, second, greens[2] === 0 ? 0 : second + greens[1] + after])
  })
  const hours = [0, 5, 7, 12, 17, 22]
  const plans = ([1, 2, 3, 4, 5, 6] as const).map((number) => {
    const time = `${String(hours[number - 1]).padStart(2, '0')}:${String(between(0, 59)).padStart(2, '0')}`
    return planFrom(number, time, next() < 0.1 ? 0 : between(1, 6), next() < 0.8)
  })
  return writeSettings(settingsWith({ planTotal: between(3, 6), clearance, programs, plans }))
}

/** Lets a virtual controller live so many hours before an observer, with changes, reconnects and restarts. */
export function engineDay(seed: number, hours: number): LivedDay {
  const next = random(seed)
  const observer = createObserver(RULES, learned)
  const startMs = MIDNIGHT * 1000
  let junction = newJunction(startMs)
  const changes: Change[] = []
  let evaluated = 0
  const tell = (input: Input) => {
    const observed = observe(observer, junction, input)
    junction = observed.junction
    if (observed.cycle?.whole && observed.cycle.evaluated && !observed.cycle.inChange) evaluated += 1
    changes.push(...observed.changes)
  }
  const settings = usualSettings(next)
  const controller = new ObservedController(settings, MIDNIGHT, tell, () => 150 + next() * 500)
  for (let hour = 0; hour < hours; hour += 1) {
    let left = 3600
    const pass = (seconds: number) => {
      const passed = Math.min(left, Math.floor(seconds))
      left -= passed
      controller.run(passed)
    }
    pass(next() * 1500)
    const act = Math.floor(next() * 9)
    if (act === 0) controller.push({ Mode: 1 })
    if (act === 1) controller.push({ Mode: 0 })
    if (act === 2) controller.push({ Vang: 5, Do_cong: 1 })
    if (act === 3) controller.push(usualSettings(next) as Record<string, number>)
    if (act === 4) controller.restart(Math.floor(next() * 25))
    if (act === 5) controller.push({ P1_ENT: next() < 0.5 ? 1 : 0, P1_Pr: 1 + Math.floor(next() * 6) })
    if (act === 6) controller.push({ Offset_Pr1: Math.floor(next() * 30) })
    pass(next() * 600)
    // Back within a quarter of an hour, and never with times that do not fit one another.
    controller.push({ ...settings, Mode: 4 } as Record<string, number>)
    pass(next() * 300)
    if (hour % 7 === 3) {
      controller.reachable = false
      pass(20)
      controller.reachable = true
      controller.gap()
    }
    pass(3600)
  }
  return { counts: { 'evaluated cycles': evaluated }, mistakes: raisedIn(changes) }
}
