import { type AttributeValues, rawValue } from './attributes.ts'
import { type DeviceTime, deviceTimeFrom, timeExists } from './deviceClock.ts'

/** How shared attributes reached a controller: pushed while connected, or read at start-up or after a reconnect. */
export type AttributesOrigin = 'push' | 'read'

/**
 * (R17) The time that a controller sets its clock to, or null for none. Attributes persist: only a push counts, or an old time
 * would come back after every restart. All six fields must be there and name a time that exists.
 */
export function timeToApply(origin: AttributesOrigin, attributes: AttributeValues): DeviceTime | null {
  if (origin !== 'push') return null
  const time = deviceTimeFrom((key) => rawValue(attributes, key))
  return time && timeExists(time) ? time : null
}
