import { HOLD_ENDS, type HoldEnd, holdEndMs, LONGEST_HOLD_MS } from '@greenwave/changes/holdEnd'
import { JUNCTION_KEYS } from '@greenwave/contract/records/watch'
import { type Finding, found } from '@greenwave/controller/checks/finding'
import { AUTOMATIC_MODE, modeKind } from '@greenwave/controller/mode'
import { useState } from 'react'
import type { HeldMode } from '../../../data/queries/deviceAttributes.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { parseFieldTime } from '../../../shared/fieldTime.ts'
import { type DeviceView, holdOf } from './deviceView.ts'

/** The end of a mode while it is chosen. */
export interface HoldEndChoice {
  /** Returns the end that is chosen for a mode. */
  readonly of: (mode: number) => HoldEnd
  /** Returns the ends that are offered for a mode: one that is held already may be held longer. */
  readonly offered: (mode: number) => readonly HoldEnd[]
  /** The day and time that was typed, as the field has it. */
  readonly time: string
  readonly set: (end: HoldEnd) => void
  readonly setTime: (time: string) => void
  /** Returns when a hold that begins now ends, epoch milliseconds; null: never; undefined: it cannot be determined. */
  readonly at: (end: HoldEnd, nowMs: number) => number | null | undefined
}

const DAY_MS = 86_400_000

/** Returns whether a mode is held, so that it has an end. */
export function isHeldMode(mode: number): boolean {
  return modeKind(mode).kind !== 'automatic'
}

/**
 * Returns the state of the choice of an end. It begins with an hour, so that nothing is held for ever by mistake: an hour
 * longer where the mode is held already, from now where it is not.
 */
export function useHoldEnd(view: DeviceView): HoldEndChoice {
  const [chosen, set] = useState<HoldEnd | null>(null)
  const [time, setTime] = useState('')
  const present = holdOf(view)
  const at = (one: HoldEnd, nowMs: number) =>
    holdEndMs(one, { nowMs, settings: view.running, timeMs: parseFieldTime(time), presentMs: present?.until })
  const goesOn = (mode: number) => present?.mode === mode && at('longer', serverNowMs()) !== undefined
  return {
    of: (mode) => {
      if (chosen !== null && (chosen !== 'longer' || goesOn(mode))) return chosen
      return goesOn(mode) ? 'longer' : 'hour'
    },
    offered: (mode) => (goesOn(mode) ? HOLD_ENDS : HOLD_ENDS.filter((end) => end !== 'longer')),
    time,
    set,
    setTime,
    at,
  }
}

/** Returns the hold of a mode with the chosen end; undefined for automatic. Throws RangeError if there is no such end. */
export function chosenHold({ of, at }: HoldEndChoice, mode: number): HeldMode | undefined {
  if (!isHeldMode(mode)) return undefined
  const until = at(of(mode), serverNowMs())
  if (until === undefined) throw new RangeError('The hold has no end')
  return { mode, until, back: AUTOMATIC_MODE }
}

/** Returns the findings about the end of a mode: one without an end is asked about twice. */
export function checkHoldEnd({ of, at }: HoldEndChoice, mode: number, nowMs: number): readonly Finding[] {
  if (!isHeldMode(mode)) return []
  const end = of(mode)
  if (end === 'never') return [found('holdWithoutEnd', JUNCTION_KEYS.hold, { mode })]
  return at(end, nowMs) === undefined
    ? [found('holdEndMissing', JUNCTION_KEYS.hold, { days: LONGEST_HOLD_MS / DAY_MS })]
    : []
}
