/** Days without faults in simulated time, by name. */
import { displayDay } from '@greenwave/observer/testing/displayDay'
import { KINDS, kindOf } from '@greenwave/observer/testing/displayStories'
import { independentDay } from '@greenwave/observer/testing/independentDay'
import type { LivedDay } from '@greenwave/observer/testing/livedDay'
import { engineDay } from './engineDay.ts'

/** The days of each kind of controller. A seed is one controller. */
export const DAYS: Readonly<Record<string, (seed: number, hours: number) => LivedDay>> = {
  'independent of the engine': independentDay,
  'virtual controllers': engineDay,
  ...Object.fromEntries(
    KINDS.map(([display, control]) => [
      `${display}, ${control}`,
      (seed: number, hours: number) => displayDay(kindOf(display, control), seed, hours),
    ]),
  ),
}
