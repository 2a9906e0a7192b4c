/** @file The limits of connections and open files. Why most are there stands in limits/limits.ts. */
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

/** Connections of controllers that there must be room for: twice what one process is promised to carry. */
export const WANTED_DEVICE_CONNECTIONS = 10_000

/** Handles that the process needs whatever is stored: its own files, its threads, the entity database, the latest values. */
export const OWN_HANDLES = 128
/** Handles of one day's history: database, log and index of the log. */
export const HANDLES_OF_DAY = 3

/**
 * Connections that wait to be taken, as far as the system allows. The controllers of a city come back all at once after an outage:
 * those beyond the queue would try again after a second, then three.
 */
export const LISTEN_BACKLOG = 4_096

/** How often the times of requests are looked at. */
export const REQUESTS_CHECKED_EVERY_MS = 1_000

/** How often lines of the log about one address are gathered into one. */
export const LOG_GATHERED_EVERY_MS = 60_000
