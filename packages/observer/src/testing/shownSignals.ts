/** @file Independent signals of any display and control, with the lamps that were really lit in each second. */
import { litLamps } from '../lit.ts'
import type { KnownStyles } from '../styles.ts'
import { setStyles } from './displayStories.ts'
import type { History, Input } from './history.ts'
import { PLAIN } from './independentController.ts'
import { IndependentSignals, type PlainKind } from './independentSignals.ts'
import { seededRandom } from './lines.ts'
import { FULL, sameDisplays } from './plainDisplay.ts'
import type { PlainSettings } from './plainLights.ts'

/** 08:00 in the controllers' zone. Unix time. */
const EIGHT = Date.UTC(2026, 10, 22, 1) / 1000

/** Program 1 of `PLAIN` all day. */
const PLAIN_SETTINGS: PlainSettings = { ...PLAIN, mode: 4 }

/** Signals as they were sent, and as they were. */
export interface ShownSignals {
  readonly history: History
  /** Displays and control as an engineer sets them. */
  readonly set: KnownStyles
  /** The lit lamps of each second, by Unix time. */
  readonly lit: ReadonlyMap<number, number>
}

/**
 * Lets signals run from 08:00. `live` runs them, and may change them meanwhile; it is called twice, and must do the same.
 */
export function shownSignals(
  kind: PlainKind,
  live: (signals: IndependentSignals) => void,
  { settings = PLAIN_SETTINGS, seed = 1 } = {},
): ShownSignals {
  const play = (displays: PlainKind['displays']): readonly Input[] => {
    const history: Input[] = []
    const random = seededRandom(seed)
    const tell = (input: Input) => void history.push(input)
    live(new IndependentSignals(settings, { ...kind, displays }, EIGHT, tell, random))
    return history
  }
  const lit = new Map<number, number>()
  for (const input of play(sameDisplays(FULL))) {
    if (input.kind === 'message') lit.set(Math.floor(input.message.ts / 1000), litLamps(input.message.counts))
  }
  return { history: play(kind.displays), set: setStyles(kind), lit }
}
