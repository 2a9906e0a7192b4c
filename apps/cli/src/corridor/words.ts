/** Texts about a corridor, as sentences. Junctions are named, seconds have at most one decimal. */

import type { BandLimit } from '@greenwave/coordination/bandLimits'
import type { Corridor, Direction } from '@greenwave/coordination/corridor'
import type { MidnightCut } from '@greenwave/coordination/dayCycle'
import type { Misfit } from '@greenwave/coordination/misfits'
import type { FileProblem } from './parseCorridor.ts'

const THE_WAY: Readonly<Record<Direction, string>> = { outbound: 'Outbound', inbound: 'Inbound' }

/** Returns a number of seconds with at most one decimal. */
export function seconds(value: number): string {
  return `${Math.round(value * 10) / 10} s`
}

/** Names the limit of a band. */
export function limitText(limit: BandLimit, corridor: Corridor): string {
  const way = THE_WAY[limit.direction]
  if (limit.code === 'narrowedByMany') return `${bandText(way, limit.band)}; no single junction is to blame.`
  const name = corridor[limit.junction]?.name ?? ''
  if (limit.code === 'narrowedBy') {
    return `${bandText(way, limit.band)}; without ${name} there would be ${seconds(limit.without)}.`
  }
  return `${way} the band fills the smallest green, ${limit.green} s at ${name}: no timing can widen it.`
}

function bandText(way: string, band: number): string {
  return band === 0 ? `${way} there is no band` : `${way} the band is ${seconds(band)}`
}

/** (V13) Describes the effect of midnight on a cycle. */
export function midnightText({ cycle, rest, shorter, longer }: MidnightCut): string {
  return `A cycle of ${cycle} s does not divide the day (V13): at midnight one cycle is cut to ${rest} s. ${shorter} and ${longer} s divide it.`
}

/** Returns why a corridor has no wave though its file is right. */
export function noWaveText(misfit: Waveless, corridor: Corridor): string {
  const name = corridor[misfit.junction]?.name ?? ''
  if (misfit.code === 'actuated')
    return `There is no green wave: the greens of ${name} are actuated and have no position in the cycle. Leave ${name} out, or run it with fixed greens.`
  const { cycle, commonCycle } = misfit
  return `There is no green wave: ${name} runs ${cycle} s and the corridor ${commonCycle} s. Give it the same cycle, or half of it.`
}

/** A misfit by which a corridor has no wave, though its file is right. */
export type Waveless = Extract<Misfit, { readonly code: 'cycleDiffers' | 'actuated' }>

/** Returns whether a corridor has no wave because of a misfit, though its file is right. */
export function isWaveless(misfit: Misfit): misfit is Waveless {
  return misfit.code === 'cycleDiffers' || misfit.code === 'actuated'
}

/** Converts a misfit between a junction and its cycle to the problem of the file's field. */
export function misfitProblem(misfit: Exclude<Misfit, Waveless>): FileProblem {
  const at = ['junctions', misfit.junction]
  const { cycle } = misfit
  switch (misfit.code) {
    case 'greenAboveCycle':
      return {
        path: [...at, misfit.direction, 'green'],
        problem: `is ${misfit.green}: give at most the cycle, ${cycle} s`,
      }
    case 'startBeyondCycle':
      return {
        path: [...at, misfit.direction, 'start'],
        problem: `is ${misfit.start}: give 0 to ${cycle - 1}, within the cycle`,
      }
    case 'offsetBeyondCycle':
      return { path: [...at, 'offset'], problem: `is ${misfit.offset}: give 0 to ${cycle - 1}, within the cycle` }
    case 'cannotOffset':
      return { path: [...at, 'offset'], problem: `is ${misfit.offset}, but offsets is false: leave one of them out` }
    case 'blocksAboveCycle':
      return { path: [...at, 'blocks'], problem: `take ${misfit.seconds} s: give at most the cycle, ${cycle} s` }
    case 'greenInNoBlock':
      return {
        path: [...at, 'blocks'],
        problem:
          'do not hold the greens: give each direction a start at which its phase can begin, and a block as long as its green',
      }
  }
}
