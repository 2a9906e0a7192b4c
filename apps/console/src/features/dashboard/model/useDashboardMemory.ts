import { useLocation } from '@tanstack/react-router'
import { useLayoutEffect, useState } from 'react'
import { type DashboardMemory, readDashboardMemory, withGroup, writeDashboardMemory } from './dashboardMemory.ts'

/** Last choices of a user on the dashboard, with the functions that change them. */
export interface RememberedDashboard {
  /** The device that was chosen last before the user came to this step of the browser's history. */
  readonly device: string | undefined
  readonly chooseDevice: (deviceId: string) => void
  /** Returns whether the user left a group open or closed; undefined when the user never changed it. */
  readonly isOpen: (groupId: string) => boolean | undefined
  readonly setOpen: (groupId: string, open: boolean) => void
}

/** Returns the dashboard's memory of a user, which lasts from visit to visit. */
export function useDashboardMemory(userId: string): RememberedDashboard {
  const [memory, setMemory] = useState(() => readDashboardMemory(userId))
  const change = (next: DashboardMemory) => {
    setMemory(next)
    writeDashboardMemory(userId, next)
  }

  // Each step of the browser's history keeps the device that it showed. Otherwise Back would lead to the device that is
  // shown already.
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
