/** @file What the platform reports about the sample city. */
import { type Info, systemInfoQuery } from './system.ts'

/** Reads how far the sample city is prepared; null once it is complete. */
export function preparationQuery() {
  return { ...systemInfoQuery(), select: (info: Info) => info?.preparation ?? null }
}

/** Reads before which time the records of the sample city are simulated, epoch milliseconds; null where none are. */
export function madeBeforeQuery() {
  return { ...systemInfoQuery(), select: (info: Info) => info?.madeBefore ?? null }
}
