/** What the dashboard keeps of each user on this computer: the junction that was chosen, and which groups stand open. */
import * as z from 'zod/mini'

/** Groups that are remembered; the ones touched longest ago are forgotten, so that the entry does not grow for ever. */
const MOST_GROUPS = 200

const DashboardMemory = z.object({
  device: z.catch(z.optional(z.string()), undefined),
  /** Groups by id, each open or closed by hand. */
  groups: z.catch(z.record(z.string(), z.boolean()), {}),
})
export type DashboardMemory = z.infer<typeof DashboardMemory>

const NOTHING: DashboardMemory = { groups: {} }
const keyOf = (userId: string) => `greenwave.dashboard.${userId}`

/** Returns what is kept of a user; nothing where storage is blocked or holds something else. */
export function readDashboardMemory(userId: string): DashboardMemory {
  try {
    const kept = z.safeParse(DashboardMemory, JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null'))
    return kept.success ? kept.data : NOTHING
  } catch {
    return NOTHING
  }
}

/** Keeps it; where storage is blocked it lasts until the page is left. */
export function writeDashboardMemory(userId: string, memory: DashboardMemory): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(memory))
  } catch {
    // Then the next visit begins with the first device.
  }
}

/** Returns the memory with a group opened or closed, as the one touched last. */
export function withGroup(memory: DashboardMemory, groupId: string, open: boolean): DashboardMemory {
  const { [groupId]: _, ...others } = memory.groups
  const kept = Object.entries(others).slice(-(MOST_GROUPS - 1))
  return { ...memory, groups: { ...Object.fromEntries(kept), [groupId]: open } }
}
