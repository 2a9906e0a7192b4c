/** @file The limits of connections and open files, each with the failure that it prevents. */

/**
 * Connections of browsers and programs at once. Together with the other two kinds and the store's files they stay below what the
 * process may open: beyond it nothing is taken any more, and no file of the store can be opened.
 */
export const MAX_HTTP_CONNECTIONS = 2_000

/**
 * Connections of one address, and requests that one client behind a proxy has under way. An office of forty browsers needs some
 * 240; without it one program that opens connections and says nothing would hold them all.
 */
export const MAX_HTTP_OF_ADDRESS = 256

/** Live sockets at once; each holds subscriptions and a queue beside its handle. */
export const MAX_LIVE_SOCKETS = 2_000

/** Live sockets of one address; without it one browser that opens them in a loop would shut everybody else out. */
export const MAX_LIVE_SOCKETS_OF_ADDRESS = 300

/**
 * Connections of controllers that there must be room for: twice what one process is promised to carry. They may take what the
 * process may open beyond everything else, up to the second figure.
 */
export const WANTED_DEVICE_CONNECTIONS = 10_000
export const MAX_DEVICE_CONNECTIONS = 60_000

/**
 * Connections of one address that have not sent a right CONNECT yet. A mobile network may bring all controllers of a city under
 * one address, and all of them at once after an outage; without it one program that connects and says nothing would fill up the rest.
 */
export const MAX_UNKNOWN_DEVICES_OF_ADDRESS = 2_000

/** Handles that the process needs whatever is stored: its own files, its threads, the entity database, the latest values. */
export const OWN_HANDLES = 128
/** Handles of one day's history: database, log and index of the log. */
export const HANDLES_OF_DAY = 3

/**
 * Connections that wait to be taken, as far as the system allows. The controllers of a city come back all at once after an outage:
 * those beyond the queue would try again after a second, then three.
 */
export const LISTEN_BACKLOG = 4_096

/** Time to send the headers of a request; one who sends a letter a second would hold a connection for ever. */
export const HEADERS_TIMEOUT_MS = 10_000
/** Time to send a whole request. */
export const REQUEST_TIMEOUT_MS = 60_000
/** How often the two are looked at. */
export const REQUESTS_CHECKED_EVERY_MS = 1_000
/** Time that a browser may keep a connection without asking anything: a little longer than proxies keep theirs. */
export const IDLE_CONNECTION_MS = 72_000
/** Time without progress after which an answer that nobody reads is given up; its connection would be held for ever. */
export const UNREAD_ANSWER_MS = 60_000

/** How often lines of the log about one address are gathered into one; a guesser would fill the disk with them. */
export const LOG_GATHERED_EVERY_MS = 60_000
/** Addresses whose lines are gathered apart; what comes from others counts together. */
export const MAX_GATHERED_ADDRESSES = 1_000
