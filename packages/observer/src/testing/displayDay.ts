/** A day of signals without faults, with changes of plan, settings and mode, reconnects and restarts. */
import { countShown, displayStyleText } from '@greenwave/controller/display'
import { LAMP_COLOURS } from '@greenwave/controller/controllerLimits'
import { type Junction, newJunction, openIncidents } from '../junction.ts'
import { learned } from '../learnedStyles.ts'
import { createObserver } from '../observer.ts'
import { RULES } from '../rules/table.ts'
import { NOTHING_LEARNED, NOTHING_SET } from '../styles.ts'
import { type Input, observe } from './history.ts'
import { IndependentSignals, type PlainKind } from './independentSignals.ts'
import { seededRandom } from './lines.ts'
import { type LivedDay, type Mistake, raisedIn } from './livedDay.ts'
import { FULL, valueShown } from './plainDisplay.ts'
import type { PlainSettings } from './plainLights.ts'

/** Midnight in the controllers' zone. Unix time. */
const MIDNIGHT = Date.UTC(2026, 10, 22, 17) / 1000
/**
 * Seconds. Before its style is known a junction is dark after 30 s without a lamp (§9), which a green of 39 s is that is
 * shown in its last 8 s.
 */
const LONGEST_GREEN = 36
/** Until a change of lamps shows another mode, milliseconds. */
const MODE_SHOWS_MS = 3000

/** Lets signals live so many hours before an observer. */
export function displayDay(kind: PlainKind, seed: number, hours: number): LivedDay {
  const random = seededRandom(seed)
  const between = (min: number, max: number) => min + Math.floor(random() * (max - min + 1))
  const observer = createObserver(RULES, learned)
  let junction = newJunction(MIDNIGHT * 1000)
  const mistakes: Mistake[] = []
  let samples = 0
  let mode = junction.street?.mode?.mode
  const ranAt = new Map<number, number>()
  const take = (input: Input): void => {
    const { junction: next, changes } = observe(observer, junction, input)
    junction = next
    mistakes.push(...raisedIn(changes))
    if (input.kind !== 'message') return
    samples += 1
    const now = junction.street?.mode?.mode
    ranAt.set(signals.lights.mode, signals.nowMs)
    // A watcher that begins anew while flashing ends knows no mode for a second, and then the same one as before.
    if (now === undefined || now === mode) return
    mode = now
    const ran = ranAt.get(now) ?? 0
    if (signals.nowMs - ran > MODE_SHOWS_MS)
      mistakes.push({ what: 'flip', count: 1, text: `${now} at ${new Date(signals.nowMs).toISOString()}` })
  }
  const settings = daySettings(between, random)
  const signals = new IndependentSignals(settings, kind, MIDNIGHT, take, random)
  for (let hour = 0; hour < hours; hour += 1) {
    let left = 3600
    const pass = (seconds: number): void => {
      const passed = Math.min(left, Math.floor(seconds))
      left -= passed
      signals.run(passed)
    }
    pass(between(0, 1500))
    const act = between(0, 8)
    if (act === 0) signals.set({ mode: between(1, 2) })
    if (act === 1) signals.set({ mode: 0 })
    if (act === 2) signals.set({ yellow: 5, redClearance: 1 })
    if (act === 3) signals.set(daySettings(between, random))
    if (act === 4) signals.restart(between(5, 24))
    if (act === 5) signals.set({ plans: [{ start: 0, program: between(0, settings.programs.length) }] })
    if (act === 6) {
      signals.reachable = false
      pass(between(1, 25))
      signals.reachable = true
    }
    pass(between(0, 600))
    // Back within a quarter of an hour.
    signals.set(settings)
    pass(between(0, 300))
    // A watcher that is started again knows the open incidents, and what was learned where that is stored.
    if (hour % 11 === 10) {
      const { learned } = junction.styles
      // The second time what was learned is stored: the rest of the day may flash.
      const stored = hour > 12 ? learned : NOTHING_LEARNED
      const anew = newJunction(signals.nowMs, openIncidents(junction))
      junction = observer.styles(anew, { set: NOTHING_SET, learned: stored })
      signals.tellState()
    }
    if (hour % 7 === 3) {
      signals.reachable = false
      pass(20)
      signals.reachable = true
      signals.gap()
    }
    pass(3600)
  }
  for (const text of unlearned(junction, kind, settings)) mistakes.push({ what: 'style', count: 1, text })
  return { counts: { samples }, mistakes }
}

/**
 * Lists what was not learned as it is: the lamps of each phase that has green, by what their style sends in the last
 * seconds of a lighting and before, and the control.
 */
function unlearned(
  { styles }: Junction,
  { displays, limits }: PlainKind,
  { programs, yellow }: PlainSettings,
): string[] {
  const { display, control } = styles.learned
  const wrong = display.flatMap((colours, phase) => {
    // A phase that some plans leave out may have been red all day.
    if (!programs.every(({ greens }) => (greens[phase] ?? 0) > 0)) return []
    return LAMP_COLOURS.flatMap((colour, place) => {
      const style = colours[colour]
      const longest = colour === 'yellow' ? yellow : 15
      const lefts = Array.from({ length: longest }, (_, index) => index + 1)
      const plain = displays[phase * 3 + place] ?? FULL
      const isRight = style && lefts.every((left) => countShown(style, left) === valueShown(plain, left))
      return isRight ? [] : [`phase ${phase + 1} ${colour}: ${style ? displayStyleText(style) : 'unknown'}`]
    })
  })
  // Where lamps are not shown, no cycle is seen whole.
  if (displays.some(({ filler }) => filler === 0)) return wrong
  const wanted = limits ? 'actuated' : 'fixed'
  return control?.kind === wanted ? wrong : [...wrong, `control: ${control?.kind ?? 'unknown'}`]
}

/** Settings as engineers choose them: programs of usual lengths without conflicts, and up to six plans. */
function daySettings(between: (min: number, max: number) => number, random: () => number): PlainSettings {
  const [yellow, redClearance] = [between(3, 5), between(1, 4)]
  const after = yellow + redClearance
  const programs = Array.from({ length: 4 }, () => {
    const greens = [between(9, LONGEST_GREEN), between(9, LONGEST_GREEN), random() < 0.3 ? 0 : between(9, 25)] as const
    const second = greens[0] + after + (random() < 0.2 ? between(1, 12) : 0)
    return { greens, starts: [0, second, greens[2] === 0 ? 0 : second + greens[1] + after] as const }
  })
  // The last plan never flashes: after the restart that stored nothing, there must be lightings to learn from.
  const plans = [0, 5, 7, 12, 17, 22].slice(0, between(3, 6)).map((hour, nth, { length }) => ({
    start: hour * 3600 + between(0, 59) * 60,
    program: random() < 0.1 && nth < length - 1 ? 0 : between(1, 4),
  }))
  return { mode: 4, yellow, redClearance, programs, plans }
}
