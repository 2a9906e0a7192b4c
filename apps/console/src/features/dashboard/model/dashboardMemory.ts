/**
 * @file What the dashboard keeps for each user on this computer: the chosen device and the groups that were opened or
 * closed.
 */
import * as z from 'zod/mini'

/**
 * How many groups are remembered. The groups that were changed longest ago are forgotten, so that the entry stays
 * small.
 */
const MOST_GROUPS = 200

const DashboardMemory = z.object({
  device: z.catch(z.optional(z.string()), undefined),
  /** Whether each group was opened (true) or closed (false) by the user, by group id. */
  groups: z.catch(z.record(z.string(), z.boolean()), {}),
})
/** The chosen device and the groups that one user opened or closed. */
export type DashboardMemory = z.infer<typeof DashboardMemory>

const NOTHING: DashboardMemory = { groups: {} }
const keyOf = (userId: string) => `greenwave.dashboard.${userId}`

/** Returns the memory of a user; an empty one when storage is blocked or holds something else. */
export function readDashboardMemory(userId: string): DashboardMemory {
  try {
    const kept = z.safeParse(DashboardMemory, JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null'))
    return kept.success ? kept.data : NOTHING
  } catch {
    return NOTHING
  }
}

/** Stores the memory of a user. When storage is blocked, the memory lasts only until the page is left. */
export function writeDashboardMemory(userId: string, memory: DashboardMemory): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(memory))
  } catch {
    // The next visit then starts with the first device.
  }
}

/** Returns the memory with one group opened or closed, as the group that was changed last. */
export function withGroup(memory: DashboardMemory, groupId: string, open: boolean): DashboardMemory {
  const { [groupId]: _, ...others } = memory.groups
  const kept = Object.entries(others).slice(-(MOST_GROUPS - 1))
  return { ...memory, groups: { ...Object.fromEntries(kept), [groupId]: open } }
}
