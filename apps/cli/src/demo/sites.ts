/**
 * @file Site data of the demonstration's junctions: the names of their phases, and geometry from which the
 * calculators begin. It is plausible and not surveyed, and asks for no other times than the junctions have.
 */

import { displayTexts, parseDisplayStyle, uniformDisplay } from '@greenwave/controller/display'
import type { AttributeSet } from '@greenwave/contract/records/changeRecords'
import { type SiteEdit, siteToWrite } from '@greenwave/contract/records/junctionSite'
import type { DemoJunction } from './junctions.ts'

/** A street of three lanes, and one of two: crossing and width of the junction in metres. */
const MAIN = { speedKmh: 40, gradePercent: 0, widthM: 16, crossingM: 11 } as const
const SIDE = { speedKmh: 40, gradePercent: 0, widthM: 14, crossingM: 7 } as const
/** The turn needs no crossing of its own. */
const TURN = { speedKmh: 30, widthM: 10 } as const

/** Stands between the two streets of a label. */
const BETWEEN = ' – '

/**
 * Returns the attribute of a junction: phase 1 is its first street, phase 2 the second, phase 3 the turn from the first. An
 * engineer set how actuated greens are controlled, and the display that would look dark until it is learned, with the fixed
 * control that its cycles never show; the others are learned.
 */
export function siteOf(junction: DemoJunction): AttributeSet {
  const { label, settings, actuated } = junction
  const between = label.indexOf(BETWEEN)
  const [first, second] = junction.streets ?? [label.slice(0, between), label.slice(between + BETWEEN.length)]
  const hasTurn = settings.programs.some(({ phases }) => phases[2].green > 0)
  const phases: SiteEdit['phases'] = {
    1: { name: first, ...MAIN },
    2: { name: second, ...SIDE },
    3: hasTurn ? { name: `Rẽ trái ${first}`, ...TURN } : {},
  }
  const limits = actuated && { smallest: actuated[0], largest: actuated[1] }
  const style = parseDisplayStyle(junction.display ?? '')
  const hides = style?.kind === 'last' && style.filler === 0
  const control = limits
    ? ({ kind: 'actuated', greens: { 1: limits, 2: limits, ...(hasTurn && { 3: limits }) } } as const)
    : hides && ({ kind: 'fixed' } as const)
  const display = hides ? displayTexts(uniformDisplay(style)) : undefined
  return siteToWrite(undefined, {
    phases,
    whole: { walkingMps: 1.07, ...(control && { control }), ...(display && { display }) },
  })
}
