import { writeDeviceTime } from '@greenwave/controller/attributes'
import { lampKeys } from '@greenwave/controller/keys'
import { RED_UNCOUNTED } from '@greenwave/controller/lamps'
import { PHASES } from '@greenwave/controller/limits'
import { writeLamps } from '@greenwave/controller/telemetry'
import { shownTime } from './deviceClock.ts'
import { type Fault, findFault } from './faults.ts'
import type { ControllerState } from './virtualController.ts'

type Values = Record<string, number | string>

/** A telemetry payload: values alone, which the platform dates at their arrival, or values with their time. */
export type TelemetryMessage = Values | { readonly ts: number; readonly values: Values }

/**
 * Returns what a controller publishes in one second: the nine countdowns and the clock in one message (R13, R16),
 * changed by its faults.
 */
export function telemetryMessages(
  state: ControllerState,
  past: (secondsAgo: number) => ControllerState | undefined = () => undefined,
): readonly TelemetryMessage[] {
  if (!state.engine || findFault(state.faults, 'silent')) return []
  const late = findFault(state.faults, 'late-samples')
  const repeated = findFault(state.faults, 'repeated-samples')
  const taken = late ? past(late.seconds) : state
  if (!taken?.engine) return []
  const values = withLampFaults(valuesOf(taken), state.faults)
  if (!late && !repeated) return [values]
  const message: TelemetryMessage = { ts: taken.second * 1000, values }
  return repeated ? [message, message] : [message]
}

function valuesOf(state: ControllerState): Values {
  const lamps = (state.frozenAt ?? state.engine)?.lamps
  return { ...(lamps ? writeLamps(lamps) : {}), ...writeDeviceTime(shownTime(state.clock, state.second)) }
}

function withLampFaults(values: Values, faults: readonly Fault[]): Values {
  const changed = { ...values }
  for (const fault of faults) changeValues(changed, fault)
  return changed
}

function changeValues(values: Values, fault: Fault): void {
  switch (fault.name) {
    case 'all-red':
      Object.assign(values, writeLamps([RED_UNCOUNTED, RED_UNCOUNTED, RED_UNCOUNTED]))
      break
    case 'two-greens':
      for (const phase of fault.phases) setLamps(values, phase, { red: 0, yellow: 0, green: longestCount(values) })
      break
    case 'two-lamps':
      setLamps(values, fault.phase, { red: longestCount(values), yellow: 0, green: longestCount(values) })
      break
    case 'dark-phase':
      setLamps(values, fault.phase, { red: 0, yellow: 0, green: 0 })
      break
    case 'missing-key':
      delete values[fault.key]
      break
    case 'text-value':
      values[fault.key] = 'E--'
      break
  }
}

function setLamps(values: Values, phase: 1 | 2 | 3, lamps: { red: number; yellow: number; green: number }): void {
  const keys = lampKeys(phase)
  values[keys.red] = lamps.red
  values[keys.yellow] = lamps.yellow
  values[keys.green] = lamps.green
}

/** Returns the largest count shown: its lamp is certainly lit and still counting down. */
function longestCount(values: Values): number {
  const counts = PHASES.flatMap((phase) => Object.values(lampKeys(phase)).map((key) => Number(values[key])))
  return Math.max(1, ...counts.filter(Number.isFinite))
}
