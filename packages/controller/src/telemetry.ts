/** Translates between lamps and the nine countdown telemetry values. */
import { parseInteger } from './integer.ts'
import type { Lamps } from './lamps.ts'

/** Returns the nine countdowns as a controller publishes them. */
export function writeLamps(lamps: Lamps): Record<string, number> {
  const [first, second, third] = lamps
  return {
    T_D1: first.red,
    T_V1: first.yellow,
    T_X1: first.green,
    T_D2: second.red,
    T_V2: second.yellow,
    T_X2: second.green,
    T_D3: third.red,
    T_V3: third.yellow,
    T_X3: third.green,
  }
}

/** The known countdowns of one phase. Undefined means "no data", which is not the same as dark. */
export interface LampReadings {
  readonly red: number | undefined
  readonly yellow: number | undefined
  readonly green: number | undefined
}

/**
 * (R18) Returns a lamp's countdown. A missing or negative value, or one that is no number, is undefined ("no data"),
 * never 0.
 */
export function lampReading(value: unknown): number | undefined {
  const count = parseInteger(value)
  return count !== undefined && count >= 0 ? count : undefined
}
