import { SECONDS_PER_DAY } from '../controllerLimits.ts'
import { isServed, wholeSecondOfDay } from '../cycle.ts'
import { modeKind } from '../mode.ts'
import { daySchedule, runningAt } from '../schedule.ts'
import { type ControllerSettings, programOf } from '../settings.ts'
import { offsetRow } from '../settingTable/offset.ts'

/**
 * What a change of settings does to the lamps:
 *
 * - none: nothing, at any time of the day
 * - mode: they follow another mode (R12)
 * - held: nothing while the mode, which is not automatic, stays; afterwards something
 * - now: they change at the end of the running cycle (R11)
 * - later: they change first at `atSecond`, seconds since local midnight
 */
export type StreetEffect =
  | { readonly kind: 'none' | 'mode' | 'held' | 'now' }
  | { readonly kind: 'later'; readonly atSecond: number }

/** Describes the effect of changed settings on the lamps, at a second of the day. */
export function streetEffect(before: ControllerSettings, after: ControllerSettings, secondOfDay: number): StreetEffect {
  if (driverOf(before.mode) !== driverOf(after.mode)) return { kind: 'mode' }
  const now = wholeSecondOfDay(secondOfDay)
  const starts = [before, after].flatMap((settings) =>
    daySchedule(settings).spans.map(({ startSecond }) => startSecond),
  )
  const wait = (second: number) => (second - now + SECONDS_PER_DAY) % SECONDS_PER_DAY
  const first = [now, ...starts]
    .sort((a, b) => wait(a) - wait(b))
    .find((second) => automaticAt(before, second) !== automaticAt(after, second))
  if (first === undefined) return { kind: 'none' }
  if (modeKind(after.mode).kind !== 'automatic') return { kind: 'held' }
  return first === now ? { kind: 'now' } : { kind: 'later', atSecond: first }
}

/** Returns a text that is the same for modes with the same effect. */
function driverOf(mode: number): string {
  return JSON.stringify(modeKind(mode))
}

/** Returns a text that is the same for settings that drive the lamps alike in automatic, at a second of the day. */
function automaticAt(settings: ControllerSettings, second: number): string {
  const running = runningAt(settings, second)
  if (running.kind === 'flashing') return 'flashing'
  const { phases } = programOf(settings, running.program)
  const timings = phases.map((timing) => (isServed(timing) ? timing : null))
  const offset = offsetRow.at({ program: running.program }).of(settings) ?? 0
  return JSON.stringify([timings, settings.clearance, offset])
}
