/** Keys of the telemetry that tells of changes, apart from its schema, which few readers need. */

/** A `ChangeRecord`, at the time at which the change was begun. docs/changes.md shows one. */
export const CHANGE_KEY = 'gw_change'

/**
 * Written with each record: its time, as a number. Platforms find and sort devices by numbers, but not by what JSON
 * holds.
 */
export const CHANGED_KEY = 'gw_changed'
