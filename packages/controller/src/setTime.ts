import { type AttributeValues, rawValue } from './attributes.ts'
import { type DeviceTime, deviceTimeFrom, timeExists } from './deviceClock.ts'

/** How shared attributes reached a controller: pushed while connected, or read at start-up or after a reconnect. */
export type AttributesOrigin = 'push' | 'read'

/**
 * (R17) Returns the time to which a controller sets its clock, or null if there is none. Only a push counts: attributes
 * persist, and an old time would come back after every restart. All six fields must be present and form a time that
 * exists.
 */
export function timeToApply(origin: AttributesOrigin, attributes: AttributeValues): DeviceTime | null {
  if (origin !== 'push') return null
  const time = deviceTimeFrom((key) => rawValue(attributes, key))
  return time && timeExists(time) ? time : null
}
