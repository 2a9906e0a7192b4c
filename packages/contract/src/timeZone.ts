/** How to give a time zone. */
export const TIME_ZONE_FORM = 'give the name of a time zone, such as Asia/Ho_Chi_Minh or Europe/Berlin'

/** Returns whether this machine knows a time zone. Offsets such as +07:00 are none: they have no summer time. */
export function isTimeZone(name: string): boolean {
  try {
    return !/^[+-]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).format() !== ''
  } catch {
    return false
  }
}
