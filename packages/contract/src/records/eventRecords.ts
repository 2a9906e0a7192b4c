/**
 * @file What happened at a junction, as telemetry of its device: values of `gw_event`. Each event has one time at which
 * it is written, so that whoever sees it, and however often, writes the same value at the same time.
 */
import * as z from 'zod/mini'
import { parseJson } from '../jsonValue.ts'
import { textHash } from '../text.ts'
import { Time } from '../time.ts'

/** Key of the telemetry. */
export const EVENT_KEY = 'gw_event'

const Name = z.string().check(z.minLength(1), z.maxLength(100))

const JunctionEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('incident'),
    /** When it happened, epoch milliseconds. */
    at: Time,
    edge: z.enum(['raised', 'cleared']),
    /** Stable code of the incident, for example `short-yellow`. */
    code: Name,
    severity: Name,
    /** When its condition began, epoch milliseconds. */
    since: Time,
  }),
  /** The controller connected, or its connection ended. */
  z.object({ kind: z.literal('connection'), at: Time, connected: z.boolean() }),
  /** The lamps show another mode: 0 flashing, 1 and 2 held on that route, 4 automatic. */
  z.object({ kind: z.literal('mode'), at: Time, mode: z.literal([0, 1, 2, 4]) }),
  /** Another plan or program is in effect; null: none. */
  z.object({ kind: z.literal('plan'), at: Time, plan: z.nullable(z.int()), program: z.nullable(z.int()) }),
])
/** Something that happened at a junction. Times are epoch milliseconds. */
export type JunctionEvent = z.infer<typeof JunctionEvent>

const Version = z.looseObject({ v: z.literal(1) })

/** Returns an event as the value of its telemetry. */
export function writeEvent(event: JunctionEvent): { readonly v: 1 } & JunctionEvent {
  return { v: 1, ...event }
}

/** Returns the event that a telemetry value holds, as JSON or as the text of it; undefined for anything else. */
export function parseEvent(value: unknown): JunctionEvent | undefined {
  return parseJson(Version, value) && parseJson(JunctionEvent, value)
}

/**
 * Returns the time at which an event is written, epoch milliseconds: in the second in which it happened, at a
 * millisecond of its own kind, because telemetry holds one value of a key for each time.
 */
export function eventTs(event: JunctionEvent): number {
  return Math.floor(event.at / 1000) * 1000 + placeOf(event)
}

function placeOf(event: JunctionEvent): number {
  switch (event.kind) {
    case 'connection':
      return event.connected ? 1 : 0
    case 'mode':
      return 2
    case 'plan':
      return 3
    case 'incident':
      return 10 + 2 * (textHash(event.code) % 495) + (event.edge === 'raised' ? 0 : 1)
  }
}
