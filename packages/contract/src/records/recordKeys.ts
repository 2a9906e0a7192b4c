/** Keys of changes, rollouts, calendars and commissionings, apart from their schemas, which few readers need. */

/** A `ChangeRecord`, at the time at which the change was begun. docs/changes.md shows one. */
export const CHANGE_KEY = 'gw_change'

/**
 * Written with each record: its time, as a number. Platforms find and sort devices by numbers, but not by what JSON
 * holds.
 */
export const CHANGED_KEY = 'gw_changed'

/** Type of the assets that are rollouts. */
export const ROLLOUT_TYPE = 'rollout'

/** The most junctions of one rollout, so that it fits into the notes of an asset. */
export const MOST_JUNCTIONS = 500

/** Type of the assets that are calendars. */
export const CALENDAR_TYPE = 'calendar'

/** Server attribute of a device: the settings of each kind of day, see `KindSets`. Written by people. */
export const KINDS_KEY = 'gw_kinds'

/** Server attribute of a device: a `KindNote`. Written by the watcher. */
export const KIND_KEY = 'gw_kind'

/** Server attribute of a device: its `Commissioning`. Written by people. */
export const COMMISSIONING_KEY = 'gw_commissioning'
