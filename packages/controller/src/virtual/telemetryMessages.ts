import { writeDeviceTime } from '../attributes.ts'
import { writeLamps } from '../telemetry.ts'
import { shownTime } from './deviceClock.ts'
import { findFault } from './faults.ts'
import { type Values, withLampFaults } from './lampFaults.ts'
import { displayed } from './signalHeads.ts'
import type { ControllerState } from './virtualController.ts'

/** A telemetry payload: values alone, which the platform dates at their arrival, or values with their time. */
export type TelemetryMessage = Values | { readonly ts: number; readonly values: Values }

/**
 * Builds the messages of a controller for one second: the nine countdowns and the clock in one message (R13, R16),
 * changed by its faults.
 */
export function telemetryMessages(
  state: ControllerState,
  past: (secondsAgo: number) => ControllerState | undefined = () => undefined,
): readonly TelemetryMessage[] {
  if (!state.engine || findFault(state.faults, 'dead-connection')) return []
  if (findFault(state.faults, 'silent')) return [writeDeviceTime(shownTime(state.clock, state.second))]
  const late = findFault(state.faults, 'late-samples')
  const repeated = findFault(state.faults, 'repeated-samples')
  const taken = late ? past(late.seconds) : state
  const lost = findFault(state.faults, 'lost-samples')
  if (!taken?.engine || (lost && state.second % lost.every === 0)) return []
  const { display } = state.heads
  const engine = taken.frozenAt ?? taken.engine
  const values = withLampFaults(valuesOf(taken), engine, taken.second, state.faults, display)
  if (!late && !repeated) return [values]
  const message: TelemetryMessage = { ts: taken.second * 1000, values }
  return repeated ? [message, message] : [message]
}

function valuesOf(state: ControllerState): Values {
  const lamps = (state.frozenAt ?? state.engine)?.lamps
  return {
    ...(lamps ? writeLamps(displayed(lamps, state.heads.display)) : {}),
    ...writeDeviceTime(shownTime(state.clock, state.second)),
  }
}
