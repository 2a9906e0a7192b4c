/**
 * A value of an attribute or of telemetry with the platform's time, epoch milliseconds. Over the live socket every
 * value is text.
 */
export interface TimedValue {
  readonly ts: number
  readonly value: unknown
}

/** The latest values by key: the telemetry of a controller, or its attributes of one scope. */
export type TimedValues = Readonly<Record<string, TimedValue>>
