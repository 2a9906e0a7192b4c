/** Returns the time of day of a moment in the zone of whoever runs the tests: 07:16:22. */
export function localClock(ms: number): string {
  return new Date(ms).toLocaleTimeString('en-GB')
}

/** Returns the day of a moment in that zone: 22/11/2026. */
export function localDay(ms: number): string {
  return new Date(ms).toLocaleDateString('en-GB')
}
