/** Follows what is in force: settings, the schedule by the controller's clock, and deliveries. */

import { SECONDS_PER_DAY } from '@greenwave/controller/controllerLimits'
import { modulo } from '@greenwave/controller/cycle'
import { secondOfDayAt } from '@greenwave/controller/deviceClock'
import { isUntaken } from '@greenwave/controller/delivery'
import { allDeliveries } from '@greenwave/controller/settingTable/delivery'
import { timeZone } from '@greenwave/controller/timeZone'
import { type Attributes, type Force, forceAt, knownSettings } from './force.ts'
import type { Junction } from './junction.ts'
import { longestCycle, UNKNOWN_CYCLE } from './longest.ts'
import type { Sample } from './sample.ts'
import { SETTLED, settlingAfter } from './settling.ts'
import type { Street } from './street.ts'

/**
 * Returns the junction after its attributes have changed. What changes at one moment is one change, in however many
 * parts it arrives.
 */
export function withAttributes(junction: Junction, attributes: Attributes, nowMs: number): Junction {
  const { force: last, settling: lastSettling, changing } = junction
  const from = changing?.atMs === nowMs ? changing : { atMs: nowMs, force: last, settling: lastSettling }
  const known = knownSettings(attributes)
  const force = known && forceAt(known, secondOfDayAt(shownMs(junction.street?.sample ?? null, nowMs)))
  const isNew = force !== null && force.identity !== from.force?.identity
  const changedMs = from.force || !known ? nowMs : Math.min(nowMs, known.changedMs)
  const settling = isNew
    ? settlingAfter(from.settling, slowest(junction, from.force), slowest(junction, force), changedMs)
    : from.settling
  return { ...junction, known, force, settling, changing: from, earlier: [] }
}

/** Settings in force at the newest sample, and how long the lamps may need to follow a change of them. */
export function forceOf(junction: Junction, street: Street): Pick<Junction, 'force' | 'settling'> {
  const { known, force: before, settling } = junction
  if (!known) return { force: null, settling: SETTLED }
  const { sample, clockSet } = street
  const second = secondOfDayAt(shownMs(sample, sample.ts))
  const isSpan = before !== null && second >= before.from && second < before.until
  const force = isSpan ? before : forceAt(known, second)
  const isChanged = before !== null && force !== before && force.identity !== before.identity
  const isMoved = clockSet || isCut(junction.street, street, force)
  if (!isChanged && !isMoved) return { force, settling }
  return { force, settling: settlingAfter(settling, slowest(junction, before), slowest(junction, force), sample.ts) }
}

/** Returns the times of settings with the longest cycle that the control allows: an actuated one has no set length. */
function slowest<Known extends Force | null>({ styles, settling, controlLearning }: Junction, force: Known) {
  if (!force || force.cycle === 0) return force
  // Cycles were seen, and none was as set: it may be actuated.
  const isAgainstSet = controlLearning !== null && controlLearning.greens.length > 0 && controlLearning.right === 0
  const least = styles.control === null && isAgainstSet ? UNKNOWN_CYCLE : 0
  return { clearance: force.clearance, cycle: Math.max(longestCycle({ force, settling, styles }), least) }
}

/**
 * (R8) Returns whether the cycle is cut because local time jumps: at midnight, unless the cycle divides the day, and where
 * summer time begins or ends, unless it divides the hour.
 */
function isCut(before: Street | null, { sample }: Street, { cycle }: Force): boolean {
  if (!before || cycle === 0) return false
  const [lastMs, nowMs] = [before.sample, sample].map((one) => shownMs(one, one.ts)) as [number, number]
  const aheadMs = timeZone().aheadMs(nowMs) - timeZone().aheadMs(lastMs)
  const days = localDay(nowMs) - localDay(lastMs)
  return modulo(aheadMs / 1000 - days * SECONDS_PER_DAY, cycle) !== 0
}

function localDay(ms: number): number {
  return Math.floor((ms + timeZone().aheadMs(ms)) / 1000 / SECONDS_PER_DAY)
}

/** Returns the instant that the controller's clock shows, or the platform's where that is unknown, epoch milliseconds. */
function shownMs(sample: Sample | null, nowMs: number): number {
  return sample?.clockMs == null ? nowMs : sample.clockMs + Math.max(0, nowMs - sample.ts)
}

/** Counts the settings that the controller could have taken and has not. One that never reports anything counts none. */
export function withDeliveries(junction: Junction, nowMs: number): Junction {
  const { known, link } = junction
  const connected = link.connected === true
  const states =
    known && connected
      ? allDeliveries({
          desired: known.attributes.shared,
          reported: known.attributes.client,
          connected,
          connectedSinceMs: link.sinceMs ?? undefined,
          nowMs,
        }).map(({ state }) => state)
      : []
  const untaken = states.filter(isUntaken).length
  const deliveryPending = states.includes('sent')
  if (untaken === junction.untaken && deliveryPending === junction.deliveryPending) return junction
  return { ...junction, untaken, deliveryPending }
}
