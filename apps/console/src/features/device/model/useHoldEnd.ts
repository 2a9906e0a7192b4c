import { type HoldEnd, holdEndMs, LONGEST_HOLD_MS } from '@greenwave/changes/holdEnd'
import { JUNCTION_KEYS } from '@greenwave/contract/watch'
import { type Finding, found } from '@greenwave/controller/checks/finding'
import { AUTOMATIC_MODE, modeKind } from '@greenwave/controller/mode'
import { useState } from 'react'
import type { HeldMode } from '../../../data/queries/deviceAttributes.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { readLocal } from '../../../shared/localTime.ts'
import type { DeviceView } from './deviceView.ts'

/** The end of a mode while it is chosen. */
export interface HoldEndChoice {
  readonly end: HoldEnd
  /** The day and time that was typed, as the field has it. */
  readonly time: string
  readonly set: (end: HoldEnd) => void
  readonly setTime: (time: string) => void
  /** Returns when a hold ends that begins now; null: never; undefined: it cannot be said. Epoch milliseconds. */
  readonly at: (end: HoldEnd, nowMs: number) => number | null | undefined
}

const DAY_MS = 86_400_000

/** Returns whether a mode is held, so that it has an end. */
export function isHeldMode(mode: number): boolean {
  return modeKind(mode).kind !== 'automatic'
}

/** Returns the state of the choice of an end. It begins with an hour, so that nothing is held for ever by mistake. */
export function useHoldEnd({ running }: Pick<DeviceView, 'running'>): HoldEndChoice {
  const [end, set] = useState<HoldEnd>('hour')
  const [time, setTime] = useState('')
  const at = (one: HoldEnd, nowMs: number) => holdEndMs(one, { nowMs, settings: running, timeMs: readLocal(time) })
  return { end, time, set, setTime, at }
}

/** Returns the hold of a mode with the chosen end; undefined for automatic. Throws RangeError if there is no such end. */
export function chosenHold({ end, at }: HoldEndChoice, mode: number): HeldMode | undefined {
  if (!isHeldMode(mode)) return undefined
  const until = at(end, serverNowMs())
  if (until === undefined) throw new RangeError('The hold has no end')
  return { mode, until, back: AUTOMATIC_MODE }
}

/** Returns the findings about the end of a mode: one without an end is asked about twice. */
export function checkHoldEnd({ end, at }: HoldEndChoice, mode: number, nowMs: number): readonly Finding[] {
  if (!isHeldMode(mode)) return []
  if (end === 'never') return [found('holdWithoutEnd', JUNCTION_KEYS.hold, { mode })]
  return at(end, nowMs) === undefined
    ? [found('holdEndMissing', JUNCTION_KEYS.hold, { days: LONGEST_HOLD_MS / DAY_MS })]
    : []
}
