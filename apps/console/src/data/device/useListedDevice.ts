import { deviceHooks } from './deviceHook.ts'
import { LISTED_STEPS } from './listedState.ts'

const hooks = deviceHooks(LISTED_STEPS)

/**
 * Follows a device for a list, as `useDevice` does, and returns the selected part of what lists show of it. Lists need
 * not load what only the page of a device shows.
 */
export const useListedDevice = hooks.useOne
