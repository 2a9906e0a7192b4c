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
      'With one length field a controller could make the gateway collect 256 MB. Longest packet, without its fixed header',
  },
  publishesInFlight: {
    value: 100,
    unit: 'count',
    prevents:
      'A controller that sends faster than the disk writes would fill the memory and slow the others. At the limit its socket is not read until some publishes are stored. The same limit applies to pushes that wait for its acknowledgements',
  },
  keysOfDevice: {
    value: 2_000,
    unit: 'count',
    prevents:
      'A controller that makes a new key each second would stop the platform within days, because all keys are in memory and are written together. Telemetry and client attributes are counted separately',
  },
  writeBacklogBytes: {
    value: 1_048_576,
    unit: 'bytes',
    prevents:
      'Pushes to a controller that does not read would fill the memory. Beyond the limit its connection is closed',
  },
  connectTimeoutMs: {
    value: 10_000,
    unit: 'ms',
    prevents:
      'Connections that never identify themselves would use up the sockets. Time from the opening to the CONNECT packet',
  },
  silentSessionMs: {
    value: 600_000,
    unit: 'ms',
    prevents: 'Nothing else finds a dead session, because the negotiated keep-alive is not enforced',
  },
  inFlightBytes: {
    value: 4_194_304,
    unit: 'bytes',
    prevents:
      'Data of controllers that is not stored yet would fill the memory. Beyond the limit only controllers without unstored data are read; TCP slows the others down',
  },
  inFlightBytesAtMost: {
    value: 8_388_608,
    unit: 'bytes',
    prevents:
      'Ten thousand controllers that each send one large message would fill the memory. Beyond the limit no controller is read',
  },
  inFlightBytesOfSession: {
    value: 524_288,
    unit: 'bytes',
    prevents: 'One flooding controller would use up the unstored data that all controllers may have together',
  },
  unsettledBytes: {
    value: 67_108_864,
    unit: 'bytes',
    prevents:
      'Controllers that send faster than the disk writes would fill the memory with rows that are not in their final place yet, and the journal with rows that the next start must read. Beyond the limit acknowledgements are held back',
  },
  deviceValueBytes: {
    value: 1_048_576,
    unit: 'bytes',
    prevents:
      'Latest values are in memory: five controllers with 2,000 keys of 60 KB each would take 600 MB. Counts telemetry and each attribute scope of a device, customer or asset separately. Beyond the limit existing values can still be updated',
  },
  deviceValueBytesSure: {
    value: 65_536,
    unit: 'bytes',
    prevents: 'Devices that fill the common budget would stop small devices. Each device always has this much',
  },
  valueBytes: {
    value: 134_217_728,
    unit: 'bytes',
    prevents: 'Many devices, each within its own limit, would together fill the memory with latest values',
  },
  historyReads: {
    value: 16,
    unit: 'count',
    prevents:
      'Each running history read holds some megabytes. More of them at a time would fill the memory of the reading thread',
  },
  historyReadsOfUser: {
    value: 2,
    unit: 'count',
    prevents:
      'All others would wait behind a user who requests much history, on however many sockets and calls. Further reads of the same user wait',
  },
  historyReadsWaitingOfUser: {
    value: 200,
    unit: 'count',
    prevents: 'Calls that wait for a history read would pile up. Further calls get 429',
  },
  historyReadsWaitingOfSocket: {
    value: 1_000,
    unit: 'count',
    prevents: 'Commands that wait for a history read would pile up behind a socket. Further commands get an error',
  },
  authTimeoutMs: {
    value: 10_000,
    unit: 'ms',
    prevents:
      'Live sockets that never identify themselves would use up the server. Time from the opening to a valid authCmd',
  },
  messagesBeforeAuth: {
    value: 100,
    unit: 'count',
    prevents: 'A live socket that floods the server while its token is checked would fill the memory',
  },
  liveSliceMs: {
    value: 4,
    unit: 'ms',
    prevents:
      'A message of a live socket may take many milliseconds, and thousands may arrive at once: all other work would wait behind them. Time for commands of all sockets before other work continues; users take turns, too',
  },
  liveBytesWaitingOfSocket: {
    value: 32_768,
    unit: 'bytes',
    prevents:
      'Messages that wait for their turn would fill the memory. Beyond the limit the socket is not read until some are done',
  },
  congestedBytes: {
    value: 65_536,
    unit: 'bytes',
    prevents:
      'Frames would pile up unread in the buffer of a live socket. Beyond the limit they wait in a queue in which the newest telemetry replaces older',
  },
  waitingEvents: {
    value: 1_000,
    unit: 'count',
    prevents: 'Events must not be left out, and would pile up for a slow reader. Beyond the limit its socket is closed',
  },
  waitingCharactersOfSocket: {
    value: 33_554_432,
    unit: 'bytes',
    prevents:
      'One message may request the attributes of hundreds of devices, each with megabytes: a client that does not read would fill the memory',
  },
  sendTimeoutMs: {
    value: 5_000,
    unit: 'ms',
    prevents: 'A stuck reader would hold its queues for ever. Time without progress in sending to a live socket',
  },
  pongTimeoutMs: {
    value: 30_000,
    unit: 'ms',
    prevents: 'Nothing else notices half-open connections of consoles',
  },
  subscriptionsOfSocket: {
    value: 40_000,
    unit: 'count',
    prevents: 'Each subscription holds a listener and a map. Ten thousand devices in four scopes fit',
  },
  socketsOfUser: {
    value: 64,
    unit: 'count',
    prevents: 'One account would take all live sockets. Its further sockets are closed',
  },
  subscriptionBytesOfSocket: {
    value: 50_331_648,
    unit: 'bytes',
    prevents:
      'Subscriptions hold their keys: 3,543 of 32 KB filled the memory. Ten thousand devices in four scopes fit. Beyond the limit the socket is closed',
  },
  subscriptionBytesOfUser: {
    value: 67_108_864,
    unit: 'bytes',
    prevents: 'The same with many sockets of one account',
  },
  subscriptionBytes: {
    value: 201_326_592,
    unit: 'bytes',
    prevents: 'The same with many accounts',
  },
  waitingCharacters: {
    value: 134_217_728,
    unit: 'bytes',
    prevents:
      'Clients that do not read, each within its own limit, would together fill the memory. Beyond the limit sockets with more than a megabyte waiting are closed',
  },
  historySamples: {
    value: 100_000,
    unit: 'count',
    prevents:
      'One read of history would continue for days. Largest number of samples per key in one reply, whatever limit the caller requests',
  },
  historyStallMs: {
    value: 30_000,
    unit: 'ms',
    prevents: "A caller that does not read its reply would occupy one of its user's reads for ever",
  },
  evidencePackages: {
    value: 2,
    unit: 'count',
    prevents:
      'Each package of evidence is made in this process, some milliseconds for a quarter of an hour: many at a time would leave little for controllers. Further ones wait, and users take turns',
  },
  evidencePackagesOfUser: {
    value: 1,
    unit: 'count',
    prevents: 'All others would wait behind a user who exports much. Further packages of the same user wait',
  },
  evidencePackagesWaitingOfUser: {
    value: 10,
    unit: 'count',
    prevents: 'Packages of evidence that wait for their turn would pile up. Further calls get 429',
  },
  httpConnections: {
    value: 2_000,
    unit: 'count',
    prevents:
      'Idle connections would take every handle, and no file of the store could be opened. When all are taken, the connection that has been silent longest is closed, of the address with the most connections that can be closed. Fewer if the process may open too few files',
  },
  httpConnectionsOfAddress: {
    value: 256,
    unit: 'count',
    prevents:
      'One program that opens connections and sends nothing would hold them all. Also limits the concurrent requests of one client behind a proxy; an office of forty browsers needs some 240',
  },
  liveSockets: {
    value: 2_000,
    unit: 'count',
    prevents: 'The same for live sockets, each of which holds subscriptions and a queue besides its handle',
  },
  liveSocketsOfAddress: {
    value: 300,
    unit: 'count',
    prevents: 'One browser that opens live sockets in a loop would shut everybody else out',
  },
  metricsConnections: {
    value: 32,
    unit: 'count',
    prevents: 'The same at the port for metrics, where a reader needs one. A further one is closed at once',
  },
  deviceConnections: {
    value: 60_000,
    unit: 'count',
    prevents: 'The same for connections of controllers. Fewer if the process may open too few files',
  },
  unknownDevicesOfAddress: {
    value: 2_000,
    unit: 'count',
    prevents:
      'One program that connects without sending CONNECT would take the rest. Counts only connections without a successful CONNECT, because a whole city may have one address in a mobile network',
  },
  headersTimeoutMs: {
    value: 10_000,
    unit: 'ms',
    prevents:
      'A client that sends one letter of its request per second would hold a connection for ever. Time to the end of the headers',
  },
  requestTimeoutMs: {
    value: 60_000,
    unit: 'ms',
    prevents: 'The same with the body. Time to the end of the request',
  },
  idleConnectionMs: {
    value: 72_000,
    unit: 'ms',
    prevents: 'Browsers that send no more requests would keep their connections',
  },
  unreadAnswerMs: {
    value: 60_000,
    unit: 'ms',
    prevents: 'A connection whose reply is never read would be held for ever. Time without progress',
  },
  gatheredAddresses: {
    value: 1_000,
    unit: 'count',
    prevents:
      'A guesser with many addresses would fill log and memory. Number of addresses whose log lines are combined separately',
  },
  guessesOfPair: {
    value: 10,
    unit: 'count',
    prevents:
      'One address tried 5,000 passwords of controllers a second. For one device from one address, then one in two seconds. Not for a device that connected from this address before',
  },
  guessesOfDevice: {
    value: 60,
    unit: 'count',
    prevents: 'The same from many addresses. For one device, then five a second',
  },
  refusalsAtOnce: {
    value: 20,
    unit: 'count',
    prevents: 'The same over many devices. Immediate refusals for one address; the next wait for up to 5 s',
  },
  heldRefusalsOfAddress: {
    value: 100,
    unit: 'count',
    prevents:
      'A guesser would have many delayed refusals at a time. Beyond the limit the connection is closed without a reply',
  },
  bodyBytesOfUser: {
    value: 50_331_648,
    unit: 'bytes',
    prevents:
      'One account that sends many large bodies without finishing them would fill the memory: 60 connections took a gigabyte. Counts bodies over 64 KiB; a further one gets 429',
  },
  bodyBytes: {
    value: 134_217_728,
    unit: 'bytes',
    prevents: 'The same with many accounts',
  },
  answerBytesOfUser: {
    value: 33_554_432,
    unit: 'bytes',
    prevents:
      'One account that requests large pages over many connections and does not read them would fill the memory. Counts replies over 64 KiB that are not streamed; a further one gets 429',
  },
  answerBytes: {
    value: 134_217_728,
    unit: 'bytes',
    prevents: 'The same with many accounts',
  },
  writtenBytesOfDeviceByMinute: {
    value: 16_777_216,
    unit: 'bytes',
    prevents:
      'One controller wrote 4 MB a second and would fill the disk. Bytes of its messages; it normally sends 20 KB a minute. A further message is refused until the rate is down to the limit',
  },
  writtenBytesOfDeviceByDay: {
    value: 536_870_912,
    unit: 'bytes',
    prevents: 'The same over days. A controller normally sends 25 MB a day',
  },
  writtenBytesOfUserByMinute: {
    value: 8_388_608,
    unit: 'bytes',
    prevents:
      'One customer user wrote 0.5 MB a second into the audit log, which is kept for 400 days, and 1.7 MB a second of comments. Bytes of the bodies of its writing calls, and 1 KiB a call; a further call gets 429 with Retry-After',
  },
  writtenBytesOfUserByDay: {
    value: 67_108_864,
    unit: 'bytes',
    prevents: 'The same over days',
  },
  writtenBytesOfAdministratorByMinute: {
    value: 268_435_456,
    unit: 'bytes',
    prevents:
      'The same with an account of a tenant administrator, which may import a city or watch it from another machine. The watcher of the platform itself has no limit',
  },
  writtenBytesOfAdministratorByDay: {
    value: 17_179_869_184,
    unit: 'bytes',
    prevents: 'The same over days',
  },
  entityQueries: {
    value: 2,
    unit: 'count',
    prevents:
      'Each running entity query goes through all devices in slices: a hundred at a time would leave little for controllers between two slices. Further queries wait, and users take turns',
  },
  entityQueriesOfUser: {
    value: 1,
    unit: 'count',
    prevents:
      'All others would wait behind a user with many slow entity queries. Further queries of the same user wait',
  },
  entityQueriesWaitingOfUser: {
    value: 100,
    unit: 'count',
    prevents: 'Entity queries that wait for their turn would pile up. Further queries get 429',
  },
  queryColumns: {
    value: 64,
    unit: 'count',
    prevents:
      'Entity queries with ever new keys would fill the memory: each key that they filter or sort by is remembered for all devices, 8 bytes each. The key used longest ago is forgotten',
  },
  querySliceMs: {
    value: 4,
    unit: 'ms',
    prevents:
      'An entity query over ten thousand devices may take many milliseconds, in which no controller would be served. Time until other work has its turn',
  },
  queryParts: {
    value: 1_000,
    unit: 'count',
    prevents:
      'An entity query with tens of thousands of keys and predicates would read each of them of each device, and take minutes',
  },
  deviceApiBodyBytes: {
    value: 65_536,
    unit: 'bytes',
    prevents: 'A device over HTTP could send megabytes at a time. The same as for a packet over MQTT',
  },
  deviceApiWaitMs: {
    value: 300_000,
    unit: 'ms',
    prevents: 'Devices over HTTP that wait for a change would hold their connections for hours. Longest wait',
  },
  deviceApiWaitsOfDevice: {
    value: 4,
    unit: 'count',
    prevents: 'A device over HTTP that keeps sending requests would hold a connection and a listener for each of them',
  },
  deviceApiWaits: {
    value: 1_000,
    unit: 'count',
    prevents: 'Waiting devices over HTTP would take the connections that consoles need',
  },
  deviceApiHeardMs: {
    value: 3_000,
    unit: 'ms',
    prevents:
      'Each request of a device over HTTP would be recorded as a sign of life. The same interval as for MQTT sessions',
  },
  wrongTokensAtOnce: {
    value: 20,
    unit: 'count',
    prevents: 'Access tokens could be guessed over HTTP. Wrong tokens of one address before each further one must wait',
  },
  wrongTokenEveryMs: {
    value: 2_000,
    unit: 'ms',
    prevents: 'The same in the long run: one wrong token per address in this time',
  },
  wrongTokenAddresses: {
    value: 10_000,
    unit: 'count',
    prevents: 'Addresses that guess tokens would fill the memory. The oldest are forgotten',
  },
  lenientCharacters: {
    value: 16_384,
    unit: 'count',
    prevents:
      'JSON5 is parsed letter by letter: 64 KB of numbers took a quarter of a second. Longest text that is tried',
  },
  activeAlarmBytes: {
    value: 67_108_864,
    unit: 'bytes',
    prevents:
      'Active alarms are in memory: a program that raises alarms without end, or with long details, would fill it. Counts all of them as JSON; a further or longer one gets 400',
  },
  alarmDetailsBytes: {
    value: 65_536,
    unit: 'bytes',
    prevents:
      'One alarm with megabytes of details would make every list with it that long. Longest details of an alarm, as JSON',
  },
  alarmCommentBytes: {
    value: 10_240,
    unit: 'bytes',
    prevents: 'The same with comments. Longest comment on an alarm, as JSON',
  },
  commentsOfAlarm: {
    value: 1_000,
    unit: 'count',
    prevents:
      'A user who comments in a loop, or assigns an alarm to and fro, would fill the disk. A further comment gets 400; acts leave no comment beyond the limit, but always their audit record',
  },
  pastAlarmReads: {
    value: 4,
    unit: 'count',
    prevents:
      'Lists of cleared alarms are read from the disk. More of them at a time would hold up the audit log, which the same thread reads',
  },
  pastAlarmReadsOfUser: {
    value: 2,
    unit: 'count',
    prevents:
      'All others would wait behind a user who requests many lists of cleared alarms. Further lists of the same user wait',
  },
  pastAlarmReadsWaitingOfUser: {
    value: 200,
    unit: 'count',
    prevents: 'Calls that wait for a list of cleared alarms would pile up. Further calls get 429',
  },
  tileReads: {
    value: 8,
    unit: 'count',
    prevents:
      'Each map tile that is being read holds its bytes. More of them at a time would fill the memory, because they need no token. Further tiles wait, and addresses take turns',
  },
  emailChangesOfUser: {
    value: 5,
    unit: 'count',
    prevents:
      'A user who changes the e-mail address to and fro would make the platform mail strangers. New addresses in a day; a further one gets 429. Each sends three mails of less than 2 KiB at most',
  },
  emailChangesToAddress: {
    value: 5,
    unit: 'count',
    prevents:
      'Many users could fill the mailbox of one stranger. Requests for the same new address in a day; a further one gets 429',
  },
  providerCalls: {
    value: 50,
    unit: 'count',
    prevents:
      'Sign-ins that wait for a sign-in provider that does not answer would pile up. At the limit further ones are refused',
  },
  providerCallsOfAddress: {
    value: 20,
    unit: 'count',
    prevents:
      'One address could take all places of sign-ins that wait for the sign-in provider, and keep everybody else out. Further ones of the same address are refused',
  },
  providerAnswerBytes: {
    value: 262_144,
    unit: 'bytes',
    prevents:
      'A sign-in provider, or whoever answers in its place, could fill the memory with one answer. Longest answer that is read',
  },
  tileReadsOfAddress: {
    value: 4,
    unit: 'count',
    prevents:
      'All others would wait behind an address that requests many map tiles. Further tiles of the same address wait',
  },
  tileReadsWaitingOfAddress: {
    value: 1_000,
    unit: 'count',
    prevents: 'Map tiles that wait for their turn would pile up. Further tiles get 429',
  },
  tileBytes: {
    value: 1_048_576,
    unit: 'bytes',
    prevents:
      'A damaged archive of map tiles can claim any size of a tile. Longest tile, also uncompressed; a longer one gets 500',
  },
  tileDirectoryBytes: {
    value: 33_554_432,
    unit: 'bytes',
    prevents:
      'The directories of an archive of the whole world would fill the memory. Directories of map tiles that are kept; the one used longest ago is forgotten',
  },
} as const satisfies Record<string, Limit>

type LimitName = keyof typeof LIMITS

/** Current use of some limits, each in its own unit. */
export type Fills = Partial<Record<LimitName, number>>
