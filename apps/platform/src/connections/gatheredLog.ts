import { LIMITS } from '../limits/limits.ts'

/** Interval over which log lines about one address are gathered into one, milliseconds. */
const LOG_GATHERED_EVERY_MS = 60_000

/** A log of what addresses do too often, with repeated lines gathered into one. */
export interface GatheredLog {
  /** Logs the first event of a kind from an address at once, and the number of further ones when the interval ends. */
  note(what: string, address: string, details?: object): void
  close(): void
}

interface Line {
  readonly what: string
  readonly address: string
  more: number
  /** Details of the latest event. */
  details: object | undefined
}

const OTHERS = 'other addresses'

/**
 * Creates a log that gathers repeated lines.
 * @param log receives the lines, each with fields and a message
 * @param everyMs length of the interval, milliseconds
 */
export function createGatheredLog(
  log: { info(fields: object, what: string): void },
  everyMs = LOG_GATHERED_EVERY_MS,
): GatheredLog {
  const lines = new Map<string, Line>()
  function write(): void {
    for (const { what, address, more, details } of lines.values()) {
      if (more > 0) log.info({ ...details, address, count: more, withinMs: everyMs }, `${what}, again`)
    }
    lines.clear()
  }
  const timer = setInterval(write, everyMs).unref()
  return {
    note(what, address, details) {
      const from = lines.size < LIMITS.gatheredAddresses.value || lines.has(`${what} ${address}`) ? address : OTHERS
      const line = lines.get(`${what} ${from}`)
      if (line === undefined) {
        lines.set(`${what} ${from}`, { what, address: from, more: 0, details: undefined })
        log.info({ ...details, address: from }, what)
        return
      }
      line.more += 1
      line.details = details
    },
    close() {
      clearInterval(timer)
      write()
    },
  }
}
