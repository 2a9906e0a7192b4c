import type { FleetStatus, Refusal } from './fleet.ts'

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

/** One line that tells whose login was refused, and where to mend it. */
export function describeRefusal({ line, name, why }: Refusal): string {
  return `${line === undefined ? '' : `line ${line}, `}${name}: ${why}`
}
