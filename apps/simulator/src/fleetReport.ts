import type { FleetStatus } from './fleet.ts'

/** One line that tells how a fleet fares. `secondsBetween` is the time between the two readings. */
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
