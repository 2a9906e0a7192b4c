/** @file The limits of connections and open files. limits/limits.ts gives the reason of most of them. */
import { LIMITS } from '../limits/limits.ts'

export const MAX_HTTP_CONNECTIONS = LIMITS.httpConnections.value
export const MAX_HTTP_OF_ADDRESS = LIMITS.httpConnectionsOfAddress.value
export const MAX_LIVE_SOCKETS = LIMITS.liveSockets.value
export const MAX_LIVE_SOCKETS_OF_ADDRESS = LIMITS.liveSocketsOfAddress.value
export const MAX_DEVICE_CONNECTIONS = LIMITS.deviceConnections.value
export const MAX_UNKNOWN_DEVICES_OF_ADDRESS = LIMITS.unknownDevicesOfAddress.value
export const HEADERS_TIMEOUT_MS = LIMITS.headersTimeoutMs.value
export const REQUEST_TIMEOUT_MS = LIMITS.requestTimeoutMs.value
export const IDLE_CONNECTION_MS = LIMITS.idleConnectionMs.value
export const UNREAD_ANSWER_MS = LIMITS.unreadAnswerMs.value
export const MAX_GATHERED_ADDRESSES = LIMITS.gatheredAddresses.value

/** Controller connections that there must be room for: twice the number that one process promises to carry. */
export const WANTED_DEVICE_CONNECTIONS = 10_000

/**
 * Handles that the process needs whatever it stores: its own files, its threads, the entity database, the latest
 * values.
 */
export const OWN_HANDLES = 128
/** Handles for one day's history: the database, its log and the log's index. */
export const HANDLES_OF_DAY = 3

/**
 * Length of the queue of connections waiting to be accepted; the system may allow fewer. After an outage all
 * controllers of a city connect at once, and those that do not fit into the queue try again only after one second, then
 * three.
 */
export const LISTEN_BACKLOG = 4_096

/** Interval at which the server checks the time limits of requests, milliseconds. */
export const REQUESTS_CHECKED_EVERY_MS = 1_000

/** Interval over which log lines about one address are gathered into one, milliseconds. */
export const LOG_GATHERED_EVERY_MS = 60_000
