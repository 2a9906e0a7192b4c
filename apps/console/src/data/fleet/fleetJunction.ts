/** A junction of the fleet, from entity queries. */
import { CONNECTIVITY_KEYS } from '@greenwave/contract/wire/attributes'
import type { EntityData, EntityKey } from '@greenwave/contract/wire/entityQueries'
import { holdNotOver } from '@greenwave/contract/records/holds'
import { JUNCTION_KEYS, parseJunctionState, parseMute } from '@greenwave/contract/records/watch'
import { LATITUDE_KEY, LONGITUDE_KEY } from '@greenwave/controller/keys'
import { parseConnectivity } from '../device/connectivity.ts'
import { parseLocation } from '../device/location.ts'
import type { HealthFacts } from '../health.ts'
import { keepSame } from '../sharing.ts'

/** A junction that the user may see. The same object while nothing of it has changed. */
export interface FleetJunction {
  /** The id of its device. */
  readonly id: string
  /** The name of its device: TLC-0007. */
  readonly name: string
  /** Display name: the label of its device, usually the streets; its name if it has none. */
  readonly label: string
  /** Title of its customer; null without a customer. Entity queries contain no id of it. */
  readonly customer: string | null
  /** Degrees; null where its place is not known. */
  readonly latitude: number | null
  readonly longitude: number | null
  /** Facts from which its health follows: `healthOf(facts, watch)`. */
  readonly facts: HealthFacts
  /** Mute, even if its end has passed; null without. */
  readonly mute: Note | null
  readonly hold: Note | null
}

/** A mute or a hold: until when (epoch milliseconds; null: without end), by whom and why. */
interface Note {
  readonly untilMs: number | null
  readonly by: string
  readonly why: string
}

/** Longest name and reason that are kept, characters. */
const MOST_TEXT = 300

const field = (key: string): EntityKey => ({ type: 'ENTITY_FIELD', key })
const attribute = (key: string): EntityKey => ({ type: 'SERVER_ATTRIBUTE', key })

const STATE_KEYS = Object.values(JUNCTION_KEYS).map(attribute)
const { active, lastConnectTime, lastActivityTime } = CONNECTIVITY_KEYS

/** Keys requested of each junction: all of them, and those of its state. */
export const WHOLE = {
  entityFields: ['name', 'label', 'ownerName', 'ownerType'].map(field),
  latestValues: [
    ...STATE_KEYS,
    ...[LATITUDE_KEY, LONGITUDE_KEY, active, lastConnectTime, lastActivityTime].map(attribute),
  ],
}
export const STATE_ALONE = { latestValues: STATE_KEYS }

/** Returns the junction of a row with the keys of `WHOLE`; `before` if nothing of it has changed. */
export function parseJunction({ entityId, latest }: EntityData, before: FleetJunction | undefined): FleetJunction {
  const { ENTITY_FIELD: fields = {}, SERVER_ATTRIBUTE: server = {} } = latest
  const name = fields.name?.value ?? ''
  const { active: isActive, lastConnectMs, lastActivityMs } = parseConnectivity(server)
  const place = parseLocation(server)
  const notes = notesOf(server)
  return keepSame(before, {
    id: entityId.id,
    name,
    label: fields.label?.value.trim() || name,
    customer: fields.ownerType?.value === 'CUSTOMER' ? (fields.ownerName?.value ?? null) : null,
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
    ...notes,
    facts: {
      ...stateFacts(server, notes),
      known: true,
      seen: null,
      reportedMode: null,
      neverConnected: !isActive && lastConnectMs === null && lastActivityMs === null,
    },
  })
}

/** Returns a junction with the state of a row with the keys of `STATE_ALONE`; the same object if that is its state. */
export function withState(before: FleetJunction, { latest }: EntityData): FleetJunction {
  const server = latest.SERVER_ATTRIBUTE ?? {}
  const notes = notesOf(server)
  return keepSame(before, { ...before, ...notes, facts: { ...before.facts, ...stateFacts(server, notes) } })
}

type Server = NonNullable<EntityData['latest'][string]>
type Notes = Pick<FleetJunction, 'mute' | 'hold'>

function stateFacts(server: Server, { mute, hold }: Notes) {
  const values = Object.fromEntries(Object.entries(server).map(([key, { value }]) => [key, value]))
  return {
    watcherState: parseJunctionState(values),
    muteUntilMs: mute?.untilMs ?? null,
    holdUntilMs: hold?.untilMs ?? null,
    heldBy: hold?.by || null,
  }
}

function notesOf(server: Server): Notes {
  return {
    mute: noteOf(parseMute(server[JUNCTION_KEYS.mute]?.value)),
    hold: noteOf(holdNotOver({ hold: server[JUNCTION_KEYS.hold], held: server[JUNCTION_KEYS.held] })),
  }
}

function noteOf(read: { until: number | null; by: string; why: string } | undefined): Note | null {
  return read ? { untilMs: read.until, by: read.by.slice(0, MOST_TEXT), why: read.why.slice(0, MOST_TEXT) } : null
}
