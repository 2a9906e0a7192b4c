import { type City, demandOf } from './demand.ts'

/** A machine. */
export interface Machine {
  readonly cores: number
  readonly memoryGb: number
  /** For the data folder; each backup that is kept takes as much again. */
  readonly diskGb: number
}

/** The share of its processors, memory and disk that is planned to be used. */
const USED = 0.8
/** Memory that system and file cache need, megabytes. A guess. */
const SYSTEM_MB = 512
const SIZES_GB = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]

/** Returns the smallest machine for a platform and its watchers: at least two cores, memory as machines have it. */
export function machineFor(city: City): Machine {
  const { platformCore, watcherCore, platformMb, watcherLaterMb, diskGb } = demandOf(city)
  const cores = (platformCore + city.watchers * watcherCore) / USED
  const memoryGb = (platformMb + city.watchers * watcherLaterMb + SYSTEM_MB) / USED / 1000
  return {
    cores: Math.max(2, Math.ceil(cores)),
    memoryGb: SIZES_GB.find((size) => size >= memoryGb) ?? Math.ceil(memoryGb),
    diskGb: Math.ceil(diskGb / USED),
  }
}
