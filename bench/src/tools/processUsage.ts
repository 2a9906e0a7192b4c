import { existsSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100
const PAGE_BYTES = 4096

/** Returns the processor seconds that a process has used so far (Linux, /proc). */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** Returns how long the main thread of a process was ready and waited for a processor so far, seconds (Linux, /proc). */
function waitedSeconds(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e9
}

/** Returns the memory that a process uses now, megabytes (Linux, /proc). */
export function residentMb(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
  return (pages * PAGE_BYTES) / 1e6
}

/** Returns the child of a process whose command line has this text (Linux, /proc); undefined if there is none. */
export function childPid(pid: number, text: string): number | undefined {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
  return children.find((child) => child > 0 && readFileSync(`/proc/${child}/cmdline`, 'utf8').includes(text))
}

/** How often the memory is looked at, milliseconds. */
const LOOK_MS = 500

/** What a process used in a span of time. */
export interface Usage {
  readonly seconds: number
  /** Share of a core. */
  readonly core: number
  readonly peakMb: number
  /** Share of the time in which its main thread waited for a processor: of stalls that are this machine's. */
  readonly waited: number
}

/** Begins to measure what a process uses. `end` ends it and returns what was used. */
export function measureUsage(pid: number): { end(): Usage } {
  const before = cpuSeconds(pid)
  const waitedBefore = waitedSeconds(pid)
  const startedAt = performance.now()
  let peakMb = residentMb(pid)
  const look = (): void => {
    peakMb = Math.max(peakMb, residentMb(pid))
  }
  // A process that has ended is what whoever measures it finds out by itself.
  const looking = setInterval(() => (existsSync(`/proc/${pid}`) ? look() : clearInterval(looking)), LOOK_MS)
  return {
    end() {
      clearInterval(looking)
      look()
      const seconds = (performance.now() - startedAt) / 1000
      const waited = (waitedSeconds(pid) - waitedBefore) / seconds
      return { seconds, core: (cpuSeconds(pid) - before) / seconds, peakMb, waited }
    },
  }
}
