/**
 * The calls of the watcher. The platform lets its own watcher make these and no others; that the watcher makes no others
 * is what the types of its rooms say.
 */
export const WATCHER_CALLS = [
  'tenantDevices',
  'customers',
  'tenantAssets',
  'asset',
  'saveAsset',
  'attributes',
  'attributeKeys',
  'saveAttributes',
  'deleteAttributes',
  'timeseries',
  'saveTimeseries',
  'findEntities',
  'alarmsV2',
  'entityAlarmsV2',
  'saveAlarm',
  'clearAlarm',
  'users',
  'user',
] as const

/** The name of a call that the watcher makes. */
export type WatcherCall = (typeof WATCHER_CALLS)[number]
