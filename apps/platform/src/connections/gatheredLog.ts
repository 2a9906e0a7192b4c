import { LOG_GATHERED_EVERY_MS, MAX_GATHERED_ADDRESSES } from './limits.ts'

/** Lines of the log about what addresses do too often. */
export interface GatheredLog {
  /** Tells the first of its kind from an address at once, and how many followed when the interval is over. */
  note(what: string, address: string, details?: object): void
  close(): void
}

interface Line {
  readonly what: string
  readonly address: string
  more: number
  /** Of the last one. */
  details: object | undefined
}

const OTHERS = 'other addresses'

/** @param log where lines go; each has its fields and what happened */
export function createGatheredLog(
  log: { info(fields: object, what: string): void },
  everyMs = LOG_GATHERED_EVERY_MS,
): GatheredLog {
  const lines = new Map<string, Line>()
  function tell(): void {
    for (const { what, address, more, details } of lines.values()) {
      if (more > 0) log.info({ ...details, address, count: more, withinMs: everyMs }, `${what}, again`)
    }
    lines.clear()
  }
  const timer = setInterval(tell, everyMs).unref()
  return {
    note(what, address, details) {
      const from = lines.size < MAX_GATHERED_ADDRESSES || lines.has(`${what} ${address}`) ? address : OTHERS
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
      tell()
    },
  }
}
