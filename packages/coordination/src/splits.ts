import { ofPhase, perPhase } from '@greenwave/controller/controllerLimits'
import { cycleSeconds, greenStart } from '@greenwave/controller/cycle'
import type { Clearance, Program } from '@greenwave/controller/settings'
import { blocksOf, runningOrder } from './fromSettings.ts'

/** Shortest green that a longer or shorter cycle gives to a phase, seconds, unless it is shorter already (V2). */
const SHORTEST_GREEN = 5

/**
 * Returns a program at another cycle, with the same order and the same splits: greens and unused time have their shares
 * of what yellow and clearance leave, in whole seconds. Null if its phases overlap, or if the cycle is too short for
 * its greens.
 */
export function programAtCycle(program: Program, clearance: Clearance, cycle: number): Program | null {
  const order = runningOrder(program)
  const blocks = blocksOf(program, clearance)
  const before = cycleSeconds(program, clearance)
  if (!blocks || before === 0) return null
  if (before === cycle) return program
  const greens = order.map((phase) => ofPhase(program.phases, phase).green)
  const starts = order.map((phase) => greenStart(ofPhase(program.phases, phase)))
  const gaps = starts.map((start, index) => start - (starts[index - 1] ?? 0) - (blocks[index - 1] ?? 0))
  const fixed = blocks.reduce((sum, block, index) => sum + block - (greens[index] ?? 0), 0)
  const least = greens.map((green) => Math.min(green, SHORTEST_GREEN))
  const shared = shares([...greens, ...gaps], cycle - fixed, [...least, ...gaps.map(() => 0)])
  if (!shared) return null
  const timings = new Map<number, { readonly green: number; readonly start: number }>()
  let at = 0
  for (const [index, phase] of order.entries()) {
    const green = shared[index] ?? 0
    at += shared[order.length + index] ?? 0
    timings.set(phase, { green, start: at })
    at += green + (blocks[index] ?? 0) - (greens[index] ?? 0)
  }
  const phases = perPhase((phase) => timings.get(phase) ?? ofPhase(program.phases, phase))
  // A stored period belongs to the other cycle.
  return { ...program, phases, sharedPeriod: 0 }
}

/**
 * Returns whole parts of a sum in the proportions of others, each at least as large as its least one; null if the least
 * ones are more than the sum.
 */
function shares(parts: readonly number[], sum: number, least: readonly number[]): readonly number[] | null {
  const total = parts.reduce((all, part) => all + part, 0)
  if (least.reduce((all, part) => all + part, 0) > sum) return null
  const exact = parts.map((part) => (part * sum) / total)
  const whole = exact.map((part, index) => Math.max(Math.floor(part), least[index] ?? 0))
  let left = sum - whole.reduce((all, part) => all + part, 0)
  // What is missing goes to those that lost most, what is too much is taken from those that gained most.
  for (const step = Math.sign(left); left !== 0; left -= step) {
    const errors = whole.map((part, index) => {
      const mayGive = step > 0 || part > (least[index] ?? 0)
      return mayGive && (parts[index] ?? 0) > 0 ? step * ((exact[index] ?? 0) - part) : Number.NEGATIVE_INFINITY
    })
    const chosen = errors.indexOf(Math.max(...errors))
    whole[chosen] = (whole[chosen] ?? 0) + step
  }
  return whole
}
