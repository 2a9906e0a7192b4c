/** The wave that the settings of a corridor's junctions want at a moment, whatever its controllers do. */
import { type Corridor as CorridorContent, positionsM } from '@greenwave/contract/records/corridors'
import type { Wave } from '@greenwave/contract/records/waves'
import type { PlanNumber } from '@greenwave/controller/controllerLimits'
import { modulo } from '@greenwave/controller/cycle'
import { secondOfDayAt } from '@greenwave/controller/deviceClock'
import { nextPlanChange, runningAt } from '@greenwave/controller/schedule'
import { programOf } from '@greenwave/controller/settings'
import { offsetRow } from '@greenwave/controller/settingTable/offset'
import { nextZoneChange } from '@greenwave/controller/timeZone'
import { bandsOf } from '../bands.ts'
import { type ByDirection, byDirection, type Corridor, DIRECTIONS } from '../corridor.ts'
import { corridorOfSettings, type SetJunction } from '../fromSettings.ts'
import { misfits } from '../misfits.ts'
import { drivenLinks, passingTimesMs } from '../travel.ts'
import type { Attributes } from '@greenwave/observer/force'
import { desiredSettings } from '@greenwave/observer/inEffect'

/** A wave that is planned. */
export interface PlannedWave {
  /** The plans of its junctions: `2`, or `2/3` where they differ; and by junction. */
  readonly plan: string
  readonly plans: readonly PlanNumber[]
  /** The common cycle, seconds. */
  readonly cycle: number
  readonly corridor: Corridor
  readonly passingMs: ByDirection<readonly number[]>
  /** Null for a direction without a band. */
  readonly bandMs: ByDirection<number | null>
  /** Equal texts: the same wave. */
  readonly identity: string
}

/** Planned wave, and the earliest time of its next change, epoch milliseconds. */
export interface Planned {
  readonly wave: PlannedWave | null
  readonly untilMs: number
}

/** Plans are looked at again after this, milliseconds. */
const LONGEST_MS = 3_600_000

/**
 * Returns the wave that is planned at a time, by the platform's clock and the desired settings. There is
 * none while the settings of a junction are unknown, while one flashes by its plan, or where what is set can give no
 * band: cycles that keep no step, a way whose length is not known, a phase without green, a junction whose greens are
 * actuated, which has no position in the cycle.
 *
 * @param attributes by junction; null where nothing is known
 * @param actuated by junction: whether its greens are actuated
 */
export function plannedWave(
  content: CorridorContent,
  attributes: readonly (Attributes | null)[],
  nowMs: number,
  actuated: readonly boolean[] = [],
): Planned {
  const second = secondOfDayAt(nowMs)
  const settings = attributes.map((one) => one && desiredSettings(one.shared, one.client))
  const changes = settings.flatMap((one) => (one ? (nextPlanChange(one, nowMs)?.atMs ?? []) : []))
  const untilMs = Math.min(nowMs - (nowMs % 1000) + LONGEST_MS, ...changes)
  const positions = positionsM(content)
  const plans: PlanNumber[] = []
  const set = content.junctions.flatMap(({ device, speed, phase }, index): readonly SetJunction[] => {
    const own = settings[index]
    const running = own ? runningAt(own, second) : undefined
    if (!own || running?.kind !== 'program') return []
    plans.push(running.plan)
    return [
      {
        name: device,
        positionM: positions[index] ?? 0,
        speedKmh: speed,
        phases: phase,
        program: programOf(own, running.program),
        clearance: own.clearance,
        offset: offsetRow.at({ program: running.program }).of(own) ?? 0,
        canOffset: true,
        isActuated: actuated[index] ?? false,
      },
    ]
  })
  const isPlanned = set.length === content.junctions.length
  return { wave: isPlanned ? waveOf(content, set, plans) : null, untilMs }
}

function waveOf(
  content: CorridorContent,
  set: readonly SetJunction[],
  plans: readonly PlanNumber[],
): PlannedWave | null {
  const { corridor, cycle, timings, unserved } = corridorOfSettings(set)
  if (cycle === 0 || unserved.length > 0 || misfits(corridor, cycle, timings).length > 0) return null
  const isUnknown = DIRECTIONS.some((direction) =>
    drivenLinks(corridor, direction).some((link) => {
      const { distance, speed } = content.junctions[link] ?? {}
      return distance == null || speed?.[direction] == null
    }),
  )
  if (isUnknown) return null
  const bands = bandsOf(corridor, cycle, timings)
  const bandMs = byDirection((direction) => bands.byDirection[direction]?.arc?.widthMs ?? null)
  if (DIRECTIONS.every((direction) => bandMs[direction] === null)) return null
  const plan = [...new Set(plans)].join('/')
  const greens = corridor.map(({ greens: own }) => own)
  const identity = JSON.stringify([plan, cycle, greens, timings])
  return { plan, plans, cycle, corridor, passingMs: passingTimesMs(corridor), bandMs, identity }
}

/** Returns the first cycle that begins at a time or later. Cycles are counted from midnight (R8), whole ones only. */
export function nextCycleMs({ cycle }: Pick<PlannedWave, 'cycle'>, ms: number): number {
  const wholeMs = Math.ceil(ms / 1000) * 1000
  const beginMs = wholeMs + modulo(-secondOfDayAt(wholeMs), cycle) * 1000
  const jumpMs = nextZoneChange(wholeMs, beginMs)
  return jumpMs === null ? beginMs : nextCycleMs({ cycle }, jumpMs)
}

/** Returns the earliest and the latest passing of a junction by who passes the first one at 0, milliseconds. */
export function passingOf({ passingMs }: PlannedWave): readonly [number, number] {
  const all = [...passingMs.outbound, ...passingMs.inbound]
  return [Math.min(0, ...all), Math.max(0, ...all)]
}

/** Returns whether two waves are the same as far as what is written of them says: the same band of the same plan. */
export function isSameWave(kept: Wave | undefined, { plan, cycle, planned }: Wave): boolean {
  const isSame = kept?.plan === plan && kept.cycle === cycle
  return isSame && DIRECTIONS.every((direction) => kept.planned[direction] === planned[direction])
}
