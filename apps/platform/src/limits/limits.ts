/**
 * @file The limits of the platform that count, each with the failure that it prevents. docs/limits.md is the same table for
 * operators; a test holds the two equal. Length of the file: one entry a limit.
 */

/** One limit. */
interface Limit {
  readonly value: number
  readonly unit: 'bytes' | 'count' | 'ms'
  /** What happens without it. */
  readonly prevents: string
}

export const LIMITS = {
  packetBytes: {
    value: 65_536,
    unit: 'bytes',
    prevents:
      'One length field of a controller could make the gateway gather 256 MB; longest packet after its fixed header',
  },
  publishesInFlight: {
    value: 100,
    unit: 'count',
    prevents:
      'A controller that sends faster than the disk takes would fill the memory and slow the others; at the limit its socket is not read until some publishes are stored. The same holds pushes that wait for its acknowledgements',
  },
  keysOfDevice: {
    value: 2_000,
    unit: 'count',
    prevents:
      'A controller that makes a new key each second would take the platform down within days: all keys are in memory and are written out together. Counts telemetry and client attributes apart',
  },
  writeBacklogBytes: {
    value: 1_048_576,
    unit: 'bytes',
    prevents:
      'Pushes to a controller that does not read would fill the memory; beyond it the controller is taken for dead',
  },
  connectTimeoutMs: {
    value: 10_000,
    unit: 'ms',
    prevents:
      'Connections that never say who they are would use up the sockets; from the opening to the CONNECT packet',
  },
  silentSessionMs: {
    value: 600_000,
    unit: 'ms',
    prevents: 'The negotiated keep-alive is not enforced, so that nothing else finds a dead session',
  },
  inFlightBytes: {
    value: 4_194_304,
    unit: 'bytes',
    prevents:
      'What controllers have sent and is not stored yet would fill the memory; beyond it only controllers are read that have nothing under way, TCP slows the others',
  },
  inFlightBytesAtMost: {
    value: 8_388_608,
    unit: 'bytes',
    prevents: 'Ten thousand controllers that each send one large message would fill the memory; beyond it none is read',
  },
  inFlightBytesOfSession: {
    value: 524_288,
    unit: 'bytes',
    prevents: 'One controller that floods would use up what all may have under way',
  },
  unsettledBytes: {
    value: 67_108_864,
    unit: 'bytes',
    prevents:
      'Controllers that send faster than the disk takes would fill the memory with what is not in its place yet, and the journal with what the next start has to read; a full one holds acknowledgements back',
  },
  deviceValueBytes: {
    value: 1_048_576,
    unit: 'bytes',
    prevents:
      'Latest values are in memory: five controllers with 2,000 keys of 60 KB each would take 600 MB. Counts telemetry and each scope of attributes of a device alone; what a device has goes on',
  },
  deviceValueBytesSure: {
    value: 65_536,
    unit: 'bytes',
    prevents: 'Devices that have filled the budget of all would stop small ones; each has this much for sure',
  },
  valueBytes: {
    value: 134_217_728,
    unit: 'bytes',
    prevents: 'Many devices that are within their own limit would fill the memory with latest values together',
  },
  historyReads: {
    value: 16,
    unit: 'count',
    prevents:
      'Answers of history that are being read hold some megabytes each; more of them at a time would fill the memory of the thread that reads',
  },
  historyReadsOfUser: {
    value: 2,
    unit: 'count',
    prevents:
      'A user who asks for much history, on whatever sockets and calls, would have everybody else wait behind it; his reads wait for one another',
  },
  historyReadsWaitingOfUser: {
    value: 200,
    unit: 'count',
    prevents: 'Calls that wait for a history read would pile up; further ones are answered 429',
  },
  historyReadsWaitingOfSocket: {
    value: 1_000,
    unit: 'count',
    prevents: 'Commands that wait for a history read would pile up behind a socket; further ones get an error',
  },
  authTimeoutMs: {
    value: 10_000,
    unit: 'ms',
    prevents: 'Live sockets that never say who they are would use up the server; from the opening to a valid authCmd',
  },
  messagesBeforeAuth: {
    value: 100,
    unit: 'count',
    prevents: 'A live socket that floods before it is known would fill the memory while its token is checked',
  },
  congestedBytes: {
    value: 65_536,
    unit: 'bytes',
    prevents:
      'Frames would pile up unread in the buffer of a live socket; beyond this they wait where the newest telemetry replaces older',
  },
  waitingEvents: {
    value: 1_000,
    unit: 'count',
    prevents: 'Events may not be left out, and would pile up for a reader that is behind; it is cut off',
  },
  waitingCharactersOfSocket: {
    value: 33_554_432,
    unit: 'bytes',
    prevents:
      'One message may ask for the attributes of hundreds of devices, each of them megabytes: a reader that does not read would fill the memory',
  },
  sendTimeoutMs: {
    value: 5_000,
    unit: 'ms',
    prevents: 'A stuck reader would hold its queues for ever; time without any progress of what a live socket is sent',
  },
  pongTimeoutMs: {
    value: 30_000,
    unit: 'ms',
    prevents: 'Half-open connections of consoles are seen by nothing else',
  },
  subscriptionsOfSocket: {
    value: 40_000,
    unit: 'count',
    prevents: 'Each subscription holds a listener and a map; ten thousand devices in four scopes fit',
  },
  socketsOfUser: {
    value: 64,
    unit: 'count',
    prevents: 'One account would take all live sockets; its further ones are closed',
  },
  subscriptionBytesOfSocket: {
    value: 50_331_648,
    unit: 'bytes',
    prevents:
      'Subscriptions hold their keys: 3,543 of 32 KB took the memory. Ten thousand devices in four scopes fit; beyond it the socket is closed',
  },
  subscriptionBytesOfUser: {
    value: 67_108_864,
    unit: 'bytes',
    prevents: 'The same by many sockets of one account',
  },
  subscriptionBytes: {
    value: 201_326_592,
    unit: 'bytes',
    prevents: 'The same by many accounts',
  },
  waitingCharacters: {
    value: 134_217_728,
    unit: 'bytes',
    prevents:
      'Readers that do not read would fill the memory together, each within its own limit; those with more than a megabyte waiting are cut off',
  },
  historySamples: {
    value: 100_000,
    unit: 'count',
    prevents:
      'One read of history would go on for days; most samples of a key in one answer, whatever limit is asked for',
  },
  historyStallMs: {
    value: 30_000,
    unit: 'ms',
    prevents: 'A caller who does not read his answer would keep a place of its user for ever',
  },
} as const satisfies Record<string, Limit>

type LimitName = keyof typeof LIMITS

/** How full some limits are now, in their own units. */
export type Fills = Partial<Record<LimitName, number>>
