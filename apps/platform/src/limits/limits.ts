/**
 * @file The platform's limits, each with the failure that it prevents. docs/limits.md and docs/limits-controllers.md
 * list them for operators; a test holds them equal. Long: one entry a limit.
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
    prevents: 'One length field could make the gateway collect 256 MB. Longest packet, without its fixed header',
  },
  publishesInFlight: {
    value: 100,
    unit: 'count',
    prevents:
      'A controller that sends faster than the disk writes would fill memory. At the limit its socket is not read. The same limit applies to unacknowledged pushes',
  },
  keysOfDevice: {
    value: 2_000,
    unit: 'count',
    prevents:
      'A new key each second would stop the platform within days: all keys are in memory. Telemetry and client attributes count separately',
  },
  writeBacklogBytes: {
    value: 1_048_576,
    unit: 'bytes',
    prevents: 'Pushes to a controller that does not read would fill memory. Beyond the limit its connection is closed',
  },
  connectTimeoutMs: {
    value: 10_000,
    unit: 'ms',
    prevents: 'Unidentified connections would use up the sockets. Time from opening to CONNECT',
  },
  silentSessionMs: {
    value: 600_000,
    unit: 'ms',
    prevents: 'Dead sessions would stay: the negotiated keep-alive is not enforced',
  },
  inFlightBytes: {
    value: 4_194_304,
    unit: 'bytes',
    prevents:
      'Data that is not stored yet would fill memory. Beyond the limit only controllers without unstored data are read',
  },
  inFlightBytesAtMost: {
    value: 8_388_608,
    unit: 'bytes',
    prevents:
      'Ten thousand controllers with one large message each would fill memory. Beyond the limit no controller is read',
  },
  inFlightBytesOfSession: {
    value: 524_288,
    unit: 'bytes',
    prevents: 'One flooding controller would use up the unstored data of all',
  },
  unsettledBytes: {
    value: 67_108_864,
    unit: 'bytes',
    prevents: 'Unsettled rows would fill memory and journal. Beyond the limit acknowledgements wait',
  },
  deviceValueBytes: {
    value: 1_048_576,
    unit: 'bytes',
    prevents:
      'Latest values are in memory: five controllers with 2,000 keys of 60 KB would take 600 MB. Telemetry and each attribute scope count separately. Beyond the limit existing values can still be updated',
  },
  deviceValueBytesSure: {
    value: 65_536,
    unit: 'bytes',
    prevents: 'Large devices would stop small ones. Guaranteed to each device',
  },
  valueBytes: {
    value: 134_217_728,
    unit: 'bytes',
    prevents: 'Many devices, each within its own limit, would fill memory with latest values',
  },
  historyReads: {
    value: 16,
    unit: 'count',
    prevents: 'Each running history read takes some megabytes of the reading thread',
  },
  historyReadsOfUser: {
    value: 2,
    unit: 'count',
    prevents: 'Other users would wait behind one who reads much history. Further ones wait',
  },
  historyReadsWaitingOfUser: {
    value: 200,
    unit: 'count',
    prevents: 'Waiting history reads would pile up',
  },
  historyReadsWaitingOfSocket: {
    value: 1_000,
    unit: 'count',
    prevents: 'Waiting history commands would pile up. Further commands get an error',
  },
  authTimeoutMs: {
    value: 10_000,
    unit: 'ms',
    prevents: 'Unidentified live sockets would use up the server. Time from opening to a valid authCmd',
  },
  messagesBeforeAuth: {
    value: 100,
    unit: 'count',
    prevents: 'A flood while its token is checked would fill memory',
  },
  liveSliceMs: {
    value: 4,
    unit: 'ms',
    prevents:
      'Other work would wait behind thousands of live messages. Time until other work continues; users take turns',
  },
  liveBytesWaitingOfSocket: {
    value: 32_768,
    unit: 'bytes',
    prevents: 'Waiting messages would fill memory. Beyond the limit the socket is not read',
  },
  congestedBytes: {
    value: 65_536,
    unit: 'bytes',
    prevents: 'Unread frames would pile up. Beyond the limit newer telemetry replaces older',
  },
  waitingEvents: {
    value: 1_000,
    unit: 'count',
    prevents: 'Events cannot be skipped, and would pile up for a slow reader. Beyond the limit its socket is closed',
  },
  waitingCharactersOfSocket: {
    value: 33_554_432,
    unit: 'bytes',
    prevents: 'One message may request megabytes of attributes, for a client that does not read',
  },
  sendTimeoutMs: {
    value: 5_000,
    unit: 'ms',
    prevents: 'A stuck reader would hold its queues forever. Time without progress in sending to a live socket',
  },
  pongTimeoutMs: {
    value: 30_000,
    unit: 'ms',
    prevents: 'Half-open connections of consoles would stay',
  },
  subscriptionsOfSocket: {
    value: 40_000,
    unit: 'count',
    prevents: 'Each subscription holds a listener and a map. Ten thousand devices in four scopes fit',
  },
  socketsOfUser: {
    value: 64,
    unit: 'count',
    prevents: 'One account would take all live sockets. Further sockets are closed',
  },
  subscriptionBytesOfSocket: {
    value: 50_331_648,
    unit: 'bytes',
    prevents: 'Subscriptions hold their keys: 3,543 of 32 KB filled memory. Beyond the limit the socket is closed',
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
      'Clients that do not read, each within its own limit, would fill memory. Beyond the limit sockets with over a megabyte waiting are closed',
  },
  historySamples: {
    value: 100_000,
    unit: 'count',
    prevents: 'One history read would continue for days. Samples per key in one reply, whatever the caller requests',
  },
  historyStallMs: {
    value: 30_000,
    unit: 'ms',
    prevents: 'A caller that does not read its reply would block a read of its user',
  },
  evidencePackages: {
    value: 2,
    unit: 'count',
    prevents: 'Packages in the making take time from controllers. Further ones wait; users take turns',
  },
  evidencePackagesOfUser: {
    value: 1,
    unit: 'count',
    prevents: 'Other users would wait behind one who exports much. Further ones wait',
  },
  evidencePackagesWaitingOfUser: {
    value: 10,
    unit: 'count',
    prevents: 'Waiting packages would pile up',
  },
  httpConnections: {
    value: 2_000,
    unit: 'count',
    prevents:
      'Idle connections would take every file handle. At the limit the longest silent one is closed, of the address with the most that can be closed. Fewer if the process may open too few files',
  },
  httpConnectionsOfAddress: {
    value: 256,
    unit: 'count',
    prevents:
      'One program with silent connections would hold them all. An office of forty browsers behind a proxy needs some 240',
  },
  liveSockets: {
    value: 2_000,
    unit: 'count',
    prevents: 'Live sockets would take every handle, and hold subscriptions and queues',
  },
  liveSocketsOfAddress: {
    value: 300,
    unit: 'count',
    prevents: 'One browser that opens live sockets in a loop would shut out all others',
  },
  metricsConnections: {
    value: 32,
    unit: 'count',
    prevents: 'The same at the metrics port. Further ones are closed',
  },
  deviceConnections: {
    value: 60_000,
    unit: 'count',
    prevents: 'Controllers would take every file handle. Fewer if the process may open too few files',
  },
  unknownDevicesOfAddress: {
    value: 2_000,
    unit: 'count',
    prevents:
      'One program that never sends CONNECT would take all connections. Counts only those without a successful CONNECT',
  },
  headersTimeoutMs: {
    value: 10_000,
    unit: 'ms',
    prevents: 'A client that sends one letter a second would hold a connection forever. Time to the end of the headers',
  },
  requestTimeoutMs: {
    value: 60_000,
    unit: 'ms',
    prevents: 'The same with the body. Time to the end of the request',
  },
  idleConnectionMs: {
    value: 72_000,
    unit: 'ms',
    prevents: 'Idle browsers would keep their connections',
  },
  unreadAnswerMs: {
    value: 60_000,
    unit: 'ms',
    prevents: 'An unread reply would hold its connection forever. Time without progress',
  },
  gatheredAddresses: {
    value: 1_000,
    unit: 'count',
    prevents: 'A guesser with many addresses would fill the log. Addresses with log lines of their own',
  },
  attemptBytes: {
    value: 8_388_608,
    unit: 'bytes',
    prevents: 'The log of connections would fill memory. The device silent for longest is forgotten',
  },
  attemptsOfDevice: {
    value: 16,
    unit: 'count',
    prevents: 'Guessers would fill that log with one device',
  },
  attemptsOfStrangers: {
    value: 256,
    unit: 'count',
    prevents: 'Invented names would fill that log.',
  },
  guessesOfPair: {
    value: 10,
    unit: 'count',
    prevents:
      'One address tried 5,000 controller passwords a second. For one device from one address, then one in two seconds; not for a device that connected from this address before',
  },
  guessesOfDevice: {
    value: 60,
    unit: 'count',
    prevents: 'The same from many addresses. For one device, then five a second',
  },
  refusalsAtOnce: {
    value: 20,
    unit: 'count',
    prevents: 'The same over many devices. Immediate refusals for one address; further ones wait up to 5 s',
  },
  heldRefusalsOfAddress: {
    value: 100,
    unit: 'count',
    prevents: 'A guesser would hold many delayed refusals. Beyond the limit the connection is closed without a reply',
  },
  bodyBytesOfUser: {
    value: 50_331_648,
    unit: 'bytes',
    prevents: 'Large unfinished bodies of one account would fill memory: 60 took a gigabyte. Counts bodies over 64 KiB',
  },
  bodyBytes: {
    value: 134_217_728,
    unit: 'bytes',
    prevents: 'The same with many accounts',
  },
  answerBytesOfUser: {
    value: 33_554_432,
    unit: 'bytes',
    prevents: 'Large unread pages of one account would fill memory. Counts replies over 64 KiB that are not streamed',
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
      'One controller wrote 4 MB a second and would fill the disk; normal is 20 KB a minute. Further messages are refused until the rate is down to the limit',
  },
  writtenBytesOfDeviceByDay: {
    value: 536_870_912,
    unit: 'bytes',
    prevents: 'The same over days; normal is 25 MB a day',
  },
  writtenBytesOfUserByMinute: {
    value: 8_388_608,
    unit: 'bytes',
    prevents:
      'One customer user wrote 0.5 MB a second of audit log, and 1.7 MB of comments. Counts bodies of writing calls, and 1 KiB a call',
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
      "The same for a tenant administrator, who may import or watch a city. The platform's own watcher has no limit",
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
      'A hundred running entity queries would leave little for controllers. Further ones wait; users take turns. The same again for alarm queries',
  },
  entityQueriesOfUser: {
    value: 1,
    unit: 'count',
    prevents: 'Other users would wait behind one with slow entity queries. Further ones wait',
  },
  entityQueriesWaitingOfUser: {
    value: 100,
    unit: 'count',
    prevents: 'Waiting entity queries would pile up',
  },
  queryColumns: {
    value: 64,
    unit: 'count',
    prevents: 'Each new key of entity queries takes 8 bytes a device of memory. The key used longest ago is forgotten',
  },
  querySliceMs: {
    value: 4,
    unit: 'ms',
    prevents: 'No controller would be served during a query over ten thousand devices. Time until other work continues',
  },
  queryParts: {
    value: 1_000,
    unit: 'count',
    prevents: 'Tens of thousands of keys and predicates would take minutes',
  },
  alarmOriginators: {
    value: 20_000,
    unit: 'count',
    prevents:
      'Reading the alarms of ever more entities would hold up the thread that reads past alarms. A query that selects more gets 400',
  },
  deviceApiBodyBytes: {
    value: 65_536,
    unit: 'bytes',
    prevents: 'A device over HTTP could send megabytes at a time. Same limit as for an MQTT packet',
  },
  deviceApiWaitMs: {
    value: 300_000,
    unit: 'ms',
    prevents: 'Devices over HTTP that wait for a change would hold connections for hours. Longest wait',
  },
  deviceApiWaitsOfDevice: {
    value: 4,
    unit: 'count',
    prevents: 'A device over HTTP that repeats its requests would hold a connection for each',
  },
  deviceApiWaits: {
    value: 1_000,
    unit: 'count',
    prevents: 'Waiting devices over HTTP would take the connections that consoles need',
  },
  deviceApiHeardMs: {
    value: 3_000,
    unit: 'ms',
    prevents: 'Each HTTP request of a device would be recorded as a sign of life. Same interval as for MQTT',
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
    prevents: 'Addresses that guess tokens would fill memory. The oldest are forgotten',
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
      'Active alarms are in memory, and endless or long ones would fill it. Counts all as JSON; a further or longer one gets 400',
  },
  alarmDetailsBytes: {
    value: 65_536,
    unit: 'bytes',
    prevents: 'Megabytes of details would make every list that long. Longest details of an alarm, as JSON',
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
      'Comments or assignments in a loop would fill the disk. Further comments get 400; further acts leave only their audit record',
  },
  pastAlarmReads: {
    value: 4,
    unit: 'count',
    prevents: 'Reading cleared alarms from disk would delay the audit log, which the same thread reads',
  },
  pastAlarmReadsOfUser: {
    value: 2,
    unit: 'count',
    prevents: 'Other users would wait behind one who lists many cleared alarms. Further ones wait',
  },
  pastAlarmReadsWaitingOfUser: {
    value: 200,
    unit: 'count',
    prevents: 'Waiting lists of cleared alarms would pile up',
  },
  imageBytes: {
    value: 512_000,
    unit: 'bytes',
    prevents: 'Photos of many megabytes would fill the disk. Largest image; a larger one gets 400',
  },
  imagePixels: {
    value: 4_096,
    unit: 'count',
    prevents:
      'A small file can hold an image of 100 megapixels that fills the memory of a phone. Widest and highest image; a larger one gets 400',
  },
  imageBytesOfDevice: {
    value: 20_971_520,
    unit: 'bytes',
    prevents:
      'Photos of one junction would use the room of all. Counts all images of a device, and those without a device; a further one gets 400',
  },
  imageBytesOfAll: {
    value: 1_073_741_824,
    unit: 'bytes',
    prevents: 'Photos would fill the disk, and each complete backup. A further image gets 400',
  },
  tileReads: {
    value: 8,
    unit: 'count',
    prevents:
      'Map tiles being read would fill memory, because they need no token. Further tiles wait; addresses take turns',
  },
  emailChangesOfUser: {
    value: 5,
    unit: 'count',
    prevents:
      'A user who keeps changing the e-mail address would make the platform mail strangers. New addresses in a day. Each sends three mails of less than 2 KiB at most',
  },
  emailChangesToAddress: {
    value: 5,
    unit: 'count',
    prevents: 'Many users could fill the mailbox of one stranger. Requests for the same new address in a day',
  },
  providerCalls: {
    value: 50,
    unit: 'count',
    prevents: 'Sign-ins that wait for a silent sign-in provider would pile up. Further ones are refused',
  },
  providerCallsOfAddress: {
    value: 20,
    unit: 'count',
    prevents: 'One address could take all places of these sign-ins. Further ones of the address are refused',
  },
  providerAnswerBytes: {
    value: 262_144,
    unit: 'bytes',
    prevents: 'A reply of a sign-in provider, or of an impostor, could fill memory. Longest reply that is read',
  },
  tileReadsOfAddress: {
    value: 4,
    unit: 'count',
    prevents: 'Others would wait behind an address that requests many map tiles. Further ones wait',
  },
  tileReadsWaitingOfAddress: {
    value: 1_000,
    unit: 'count',
    prevents: 'Waiting map tiles would pile up',
  },
  tileBytes: {
    value: 1_048_576,
    unit: 'bytes',
    prevents: 'A damaged archive can claim any tile size. Longest tile, also uncompressed; a longer one gets 500',
  },
  tileDirectoryBytes: {
    value: 33_554_432,
    unit: 'bytes',
    prevents:
      'Directories of an archive of the world would fill memory. Kept directories; the one used longest ago is forgotten',
  },
} as const satisfies Record<string, Limit>

type LimitName = keyof typeof LIMITS

/** Current use of some limits, each in its own unit. */
export type Fills = Partial<Record<LimitName, number>>

/**
 * Length of the queue of connections waiting to be accepted; the system may allow fewer. After an outage all
 * controllers of a city connect at once, and those that do not fit into the queue try again only after one second, then
 * three.
 */
export const LISTEN_BACKLOG = 4_096
