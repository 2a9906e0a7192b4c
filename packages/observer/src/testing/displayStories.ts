/** Stories of signals of any display and control: seeded mixtures of faults, changes, gaps and losses. */
import type { DisplayStyle } from '@greenwave/controller/display'
import { perPhase } from '@greenwave/controller/controllerLimits'
import type { KnownStyles } from '../styles.ts'
import type { Counts } from '../counts.ts'
import type { History, Input } from './history.ts'
import { PLAIN } from './independentController.ts'
import { IndependentSignals, type PlainKind } from './independentSignals.ts'
import { seededRandom } from './lines.ts'
import type { PlainSettings } from './plainLights.ts'
import {
  FULL,
  GREEN,
  type PlainDisplay,
  type PlainDisplays,
  type PlainLamp,
  RED,
  sameDisplays,
  YELLOW,
} from './plainDisplay.ts'

const NONE: PlainDisplay = { last: 0, filler: 1 }
const LAST_8: PlainDisplay = { last: 8, filler: 1 }

/** The styles of §9, and a street whose reds show no number and whose greens flash before they end. */
const DISPLAYS: Readonly<Record<string, PlainDisplays>> = {
  full: sameDisplays(FULL),
  'last-8': sameDisplays(LAST_8),
  'last-8-0': sameDisplays({ last: 8, filler: 0 }),
  none: sameDisplays(NONE),
  'by colour': [0, 1, 2].flatMap(() => [NONE, FULL, { ...LAST_8, flashing: 3 }]),
}
/** Both kinds of control. */
const CONTROLS: Readonly<Record<string, PlainKind['limits']>> = { fixed: null, actuated: [10, 36] }

/** Names of all displays, each with each kind of control. */
export const KINDS = Object.keys(DISPLAYS).flatMap((display) =>
  Object.keys(CONTROLS).map((control) => [display, control] as const),
)

/** Returns signals of a display and a kind of control. */
export function kindOf(display: string, control: string): PlainKind {
  return { displays: DISPLAYS[display] ?? sameDisplays(FULL), limits: CONTROLS[control] ?? null }
}

/** Returns signals of a kind as an engineer sets them. */
export function setStyles({ displays, limits }: PlainKind): KnownStyles {
  const style = (place: number): DisplayStyle => {
    const { last, filler, flashing: flash = 0 } = displays[place] ?? FULL
    if (last === Number.POSITIVE_INFINITY) return { kind: 'full', flash }
    return last === 0 ? { kind: 'none', flash } : { kind: 'last', seconds: last, filler, flash }
  }
  const display = perPhase((phase) => {
    const first = (phase - 1) * 3
    return { red: style(first), yellow: style(first + 1), green: style(first + 2) }
  })
  if (!limits) return { display, control: { kind: 'fixed' } }
  const [smallest, largest] = limits
  return { display, control: { kind: 'actuated', greens: perPhase(() => ({ smallest, largest })) } }
}

/** 08:00 in the controllers' zone. Unix time. */
const EIGHT = Date.UTC(2026, 10, 22, 1) / 1000

type Lit = readonly (readonly PlainLamp[])[]
type LampFault = (lamps: readonly PlainLamp[], phase: number) => Lit

const alone = (lamps: readonly PlainLamp[]): Lit => lamps.map((lamp) => [lamp])
/** Puts other lamps into one phase. */
const put = (lamps: readonly PlainLamp[], phase: number, lit: readonly PlainLamp[]): Lit =>
  lamps.map((lamp, index) => (index === phase ? lit : [lamp]))
const when = (
  lamps: readonly PlainLamp[],
  phase: number,
  holds: (lamp: PlainLamp) => boolean,
  lit: (lamp: PlainLamp) => PlainLamp,
): Lit => {
  const own = lamps[phase]
  return own && own.left > 0 && holds(own) ? put(lamps, phase, [lit(own)]) : alone(lamps)
}

const LAMP_FAULTS: Readonly<Record<string, LampFault>> = {
  conflict: (lamps, phase) => put(lamps, phase, [{ colour: GREEN, left: 0 }]),
  twoLamps: (lamps, phase) =>
    put(lamps, phase, [
      { colour: RED, left: 0 },
      { colour: GREEN, left: 0 },
    ]),
  darkPhase: (lamps, phase) => put(lamps, phase, []),
  darkJunction: (lamps) => lamps.map(() => []),
  allRed: (lamps) => lamps.map(() => [{ colour: RED, left: 0 }]),
  shortYellow: (lamps, phase) =>
    when(
      lamps,
      phase,
      ({ colour, left }) => colour === YELLOW && left <= 2,
      ({ left }) => ({ colour: RED, left: left + 20 }),
    ),
  noYellow: (lamps, phase) =>
    when(
      lamps,
      phase,
      ({ colour }) => colour === YELLOW,
      ({ left }) => ({ colour: RED, left: left + 20 }),
    ),
  earlyGreen: (lamps, phase) =>
    when(
      lamps,
      phase,
      ({ colour, left }) => colour === RED && left <= 2,
      ({ left }) => ({ colour: GREEN, left: left + 20 }),
    ),
  longGreen: (lamps, phase) =>
    when(
      lamps,
      phase,
      ({ colour }) => colour === YELLOW,
      ({ left }) => ({ colour: GREEN, left }),
    ),
}

const COUNT_FAULTS: Readonly<Record<string, (counts: Counts, second: number, phase: number) => Counts | null>> = {
  jumping: (counts, second, phase) =>
    second % 17 === 0 ? counts.map((count, i) => (i === phase * 3 && count > 2 ? 77 : count)) : counts,
  jumpingLow: (counts, _, phase) => counts.map((count, i) => (i === phase * 3 && count === 6 ? 2 : count)),
  lossy: (counts, second) => (second % 7 === 3 ? null : counts),
  missing: (counts, _, phase) => counts.map((count, i) => (i === phase * 3 + 1 ? -1 : count)),
  silent: () => null,
}

/** The settings of the stories: greens 30, 20 and 15 in a cycle of 80 s, and 25 and 25 in one of 60 s. */
export const STORY_SETTINGS: PlainSettings = {
  ...PLAIN,
  mode: 4,
  yellow: 3,
  redClearance: 2,
  programs: [
    { greens: [30, 20, 15], starts: [0, 35, 60] },
    { greens: [25, 25, 0], starts: [0, 30, 0] },
  ],
  plans: [{ start: 0, program: 1 }],
}

/** Returns the history of a mixture: quiet minutes, some chapters with faults and changes, and quiet minutes again. */
export function mixture(kind: PlainKind, seed: number): History {
  const random = seededRandom(seed)
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  const history: Input[] = []
  const signals = new IndependentSignals(STORY_SETTINGS, kind, EIGHT, (input) => history.push(input), random)
  signals.run(300 + Math.floor(random() * 100))
  const chapters = 2 + Math.floor(random() * 5)
  for (let chapter = 0; chapter < chapters; chapter += 1) {
    act(signals, pick(ACTS), random)
    const seconds = Math.floor(random() < 0.3 ? 1 + random() * 30 : 60 + random() * 400)
    if (random() < 0.75) fail(signals, pick(FAULTS), Math.floor(random() * 3), seconds, kind)
    else signals.run(seconds)
    if (random() < 0.4) signals.run(Math.floor(random() * 300))
  }
  signals.aheadSeconds = 0
  signals.set({ ...STORY_SETTINGS })
  signals.run(QUIET_END)
  return history
}

/** Ten cycles and more, after which everything is over. */
const QUIET_END = 1600

const FAULTS = [...Object.keys(LAMP_FAULTS), ...Object.keys(COUNT_FAULTS), 'frozen', 'deviating']
const ACTS = [
  ...['none', 'none', 'none', 'hold', 'flash', 'plan', 'times', 'gap', 'cut', 'restart', 'forgotten', 'clock', 'deaf'],
]

function fail(signals: IndependentSignals, fault: string, phase: number, seconds: number, kind: PlainKind): void {
  const lampFault = LAMP_FAULTS[fault]
  const countFault = COUNT_FAULTS[fault]
  let still: Counts | null = null
  if (lampFault) signals.lights.fault = (lamps) => lampFault(lamps, phase)
  if (countFault) signals.countFault = (counts, second) => countFault(counts, second, phase)
  if (fault === 'frozen') {
    signals.countFault = (counts) => {
      still ??= counts
      return still
    }
  }
  if (fault === 'deviating') deviate(signals, kind, seconds)
  signals.run(seconds)
  signals.lights.fault = undefined
  signals.countFault = undefined
  signals.lights.limits = kind.limits
  if (fault === 'deviating' && !kind.limits) signals.deviate(null)
}

/** Lets the greens be longer than set: by 1 s, which is no deviation yet, by 2 s or by 6 s. */
function deviate(signals: IndependentSignals, { limits }: PlainKind, seed: number): void {
  const longer = [1, 2, 6][seed % 3] ?? 6
  if (limits) {
    signals.lights.limits = [limits[1] + longer, limits[1] + longer]
    return
  }
  const [first, ...others] = STORY_SETTINGS.programs
  const [green = 0, ...greens] = first?.greens ?? []
  const [start = 0, ...starts] = first?.starts ?? []
  const longerProgram = {
    greens: [green + longer, greens[0] ?? 0, greens[1] ?? 0] as const,
    starts: [start, (starts[0] ?? 0) + longer, (starts[1] ?? 0) + longer] as const,
  }
  signals.deviate({ programs: [longerProgram, ...others] })
}

function act(signals: IndependentSignals, what: string, random: () => number): void {
  switch (what) {
    case 'hold':
      signals.set({ mode: random() < 0.5 ? 1 : 2 })
      signals.run(60 + Math.floor(random() * 400))
      signals.set({ mode: 4 })
      break
    case 'flash':
      signals.set({ mode: 0 })
      signals.run(60 + Math.floor(random() * 400))
      signals.set({ mode: 4 })
      break
    case 'forgotten':
      signals.set({ mode: random() < 0.5 ? 1 : 0 })
      signals.run(1100)
      signals.set({ mode: 4 })
      break
    case 'plan':
      signals.set({ plans: [{ start: 0, program: 1 + Math.floor(random() * 2) }] })
      break
    case 'times':
      signals.set({ yellow: 4, redClearance: 1 })
      break
    case 'gap':
      signals.gap()
      break
    case 'cut':
      signals.reachable = false
      signals.run(1 + Math.floor(random() * 60))
      signals.reachable = true
      break
    case 'restart':
      signals.restart(Math.floor(random() * 25))
      break
    case 'clock':
      signals.aheadSeconds = Math.floor(random() * 3) * 6 - 6
      break
    case 'deaf':
      signals.takes = false
      signals.set({ yellow: 5 })
      signals.takes = true
      break
  }
}
