/**
 * @file The platform's limits, each with the failure that it prevents. docs/limits.md is the same table for operators;
 * a test holds the two equal. Long: one entry a limit.
 */

/** A limit and its reason. */
interface Limit {
  readonly value: number
  readonly unit: 'bytes' | 'count' | 'ms'
  /** The failure that would happen without the limit. */
  readonly prevents: string
}

/** All limits, by name. */
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
      'A user who asks for much history, on whatever sockets and calls, would have everybody else wait behind it; reads of one user wait for one another',
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
  liveSliceMs: {
    value: 4,
    unit: 'ms',
    prevents:
      'A message of a live socket may take many milliseconds, and thousands come at once: everybody else would wait behind them. Time for commands of all sockets before others have their turn; users take turns too',
  },
  liveBytesWaitingOfSocket: {
    value: 32_768,
    unit: 'bytes',
    prevents:
      'Messages that wait for their turn would fill the memory; beyond it the socket is not read until some are done',
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
    prevents: 'A caller that does not read its answer would keep a place of its user for ever',
  },
  httpConnections: {
    value: 2_000,
    unit: 'count',
    prevents:
      'Idle connections would take every handle, and no file of the store could be opened; when all are taken, the one that has said nothing for longest goes, of the address that holds most such. Fewer where the process may open too few files',
  },
  httpConnectionsOfAddress: {
    value: 256,
    unit: 'count',
    prevents:
      'One program that opens connections and says nothing would hold them all. Also requests that one client behind a proxy has under way; an office of forty browsers needs some 240',
  },
  liveSockets: {
    value: 2_000,
    unit: 'count',
    prevents: 'The same for live sockets, each of which holds subscriptions and a queue beside its handle',
  },
  liveSocketsOfAddress: {
    value: 300,
    unit: 'count',
    prevents: 'One browser that opens live sockets in a loop would shut everybody else out',
  },
  deviceConnections: {
    value: 60_000,
    unit: 'count',
    prevents: 'The same for connections of controllers; fewer where the process may open too few files',
  },
  unknownDevicesOfAddress: {
    value: 2_000,
    unit: 'count',
    prevents:
      'One program that connects and sends no CONNECT would fill up the rest. Counts only connections without a right CONNECT: a mobile network may bring a whole city under one address',
  },
  headersTimeoutMs: {
    value: 10_000,
    unit: 'ms',
    prevents:
      'A client that sends a letter of its request a second would hold a connection for ever; to the end of the headers',
  },
  requestTimeoutMs: {
    value: 60_000,
    unit: 'ms',
    prevents: 'The same by the body; to the end of the request',
  },
  idleConnectionMs: {
    value: 72_000,
    unit: 'ms',
    prevents: 'Browsers that ask nothing any more would hold their connections',
  },
  unreadAnswerMs: {
    value: 60_000,
    unit: 'ms',
    prevents: 'A connection whose answer nobody reads would be held for ever; without any progress',
  },
  gatheredAddresses: {
    value: 1_000,
    unit: 'count',
    prevents:
      'A guesser with many addresses would fill log and memory; addresses whose lines of the log are gathered apart',
  },
  guessesOfPair: {
    value: 10,
    unit: 'count',
    prevents:
      'One address tried 5,000 passwords of controllers a second; for one device from one address, then one in two seconds. Not for a device that came in from there before',
  },
  guessesOfDevice: {
    value: 60,
    unit: 'count',
    prevents: 'The same from many addresses; for one device, then five a second',
  },
  refusalsAtOnce: {
    value: 20,
    unit: 'count',
    prevents:
      'The same over many devices; refusals of one address that are answered at once, the next wait for up to 5 s',
  },
  heldRefusalsOfAddress: {
    value: 100,
    unit: 'count',
    prevents: 'Answers that wait would be asked for in parallel; beyond it the connection ends without one',
  },
  bodyBytesOfUser: {
    value: 50_331_648,
    unit: 'bytes',
    prevents:
      'One account that sends many large bodies and ends none of them would fill the memory: 60 connections took a gigabyte. Bodies over 64 KiB; a further one is answered 429',
  },
  bodyBytes: {
    value: 134_217_728,
    unit: 'bytes',
    prevents: 'The same by many accounts',
  },
  answerBytesOfUser: {
    value: 33_554_432,
    unit: 'bytes',
    prevents:
      'One account that asks for large pages over many connections and does not read them would fill the memory. Answers over 64 KiB that are not streamed; a further one is answered 429',
  },
  answerBytes: {
    value: 134_217_728,
    unit: 'bytes',
    prevents: 'The same by many accounts',
  },
  deviceApiBodyBytes: {
    value: 65_536,
    unit: 'bytes',
    prevents: 'A device over HTTP could send megabytes at a time; the same as a packet over MQTT',
  },
  deviceApiWaitMs: {
    value: 300_000,
    unit: 'ms',
    prevents: 'Devices over HTTP that wait for a change would hold their connections for hours; longest wait',
  },
  deviceApiWaitsOfDevice: {
    value: 4,
    unit: 'count',
    prevents: 'A device over HTTP that asks anew without end would hold a connection and a listener for each question',
  },
  deviceApiWaits: {
    value: 1_000,
    unit: 'count',
    prevents: 'Devices over HTTP that wait would take the connections that consoles need',
  },
  deviceApiHeardMs: {
    value: 3_000,
    unit: 'ms',
    prevents:
      'Each request of a device over HTTP would be written down as a sign of life; as sessions over MQTT report',
  },
  wrongTokensAtOnce: {
    value: 20,
    unit: 'count',
    prevents:
      'Access tokens could be tried out over HTTP; wrong ones of an address, before each further one has to wait',
  },
  wrongTokenEveryMs: {
    value: 2_000,
    unit: 'ms',
    prevents: 'The same in the long run: one wrong token of an address in this time',
  },
  wrongTokenAddresses: {
    value: 10_000,
    unit: 'count',
    prevents: 'Addresses that try tokens out would fill the memory; the oldest are forgotten',
  },
  lenientCharacters: {
    value: 16_384,
    unit: 'count',
    prevents: 'JSON5 is read letter by letter: 64 KB of numbers took a quarter of a second; longest text that is tried',
  },
} as const satisfies Record<string, Limit>

type LimitName = keyof typeof LIMITS

/** How full some limits are now, each in its own unit. */
export type Fills = Partial<Record<LimitName, number>>
