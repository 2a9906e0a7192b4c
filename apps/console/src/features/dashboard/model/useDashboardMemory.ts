import { useLocation } from '@tanstack/react-router'
import { useLayoutEffect, useState } from 'react'
import { type DashboardMemory, readDashboardMemory, withGroup, writeDashboardMemory } from './dashboardMemory.ts'

/** What a user left on the dashboard, and what notes a change of it. */
export interface RememberedDashboard {
  /** The junction that was chosen last before this address was come to. */
  readonly device: string | undefined
  readonly chooseDevice: (deviceId: string) => void
  /** Whether a group was left open or closed; undefined for one that nobody has touched. */
  readonly isOpen: (groupId: string) => boolean | undefined
  readonly setOpen: (groupId: string, open: boolean) => void
}

/** Remembers the dashboard of a user from visit to visit. */
export function useDashboardMemory(userId: string): RememberedDashboard {
  const [memory, setMemory] = useState(() => readDashboardMemory(userId))
  const change = (next: DashboardMemory) => {
    setMemory(next)
    writeDashboardMemory(userId, next)
  }

  // Each step of the browser's history keeps the junction that it showed: Back must not lead to where one is.
  const step = useLocation({ select: ({ state }) => state.__TSR_key ?? '' })
  const [steps] = useState(() => new Map<string, string | undefined>())
  useLayoutEffect(() => {
    if (!steps.has(step)) steps.set(step, memory.device)
  }, [steps, step, memory.device])

  return {
    device: steps.has(step) ? steps.get(step) : memory.device,
    chooseDevice: (device) => change({ ...memory, device }),
    isOpen: (groupId) => memory.groups[groupId],
    setOpen: (groupId, open) => change(withGroup(memory, groupId, open)),
  }
}
