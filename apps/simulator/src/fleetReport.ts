import type { FleetStatus, Refusal } from './fleet.ts'

/** Returns one line about the state of a fleet. `secondsBetween` is the time between the two readings. */
export function describeFleet(status: FleetStatus, before: FleetStatus, secondsBetween: number): string {
  const rate = (now: number, then: number) => Math.round((now - then) / secondsBetween)
  const parts = [
    `${status.connected} of ${status.total} connected`,
    `${rate(status.published, before.published)} messages/s`,
    `${rate(status.acknowledged, before.acknowledged)} acknowledged/s`,
  ]
  if (status.problem) parts.push(`${status.problem.name}: ${status.problem.why}`)
  return parts.join(', ')
}

/** Returns one line about a refused login, with its place in the file. */
export function describeRefusal({ line, name, why }: Refusal): string {
  return `${line === undefined ? '' : `line ${line}, `}${name}: ${why}`
}
