/** Returns a time (epoch milliseconds) as 2026-11-22T07:12:08+07:00 in this computer's zone; empty for 0. */
export function zonedTime(ms: number): string {
  if (ms === 0 || !Number.isFinite(ms)) return ''
  const ahead = -new Date(ms).getTimezoneOffset()
  const local = new Date(ms + ahead * 60_000).toISOString().slice(0, 19)
  const two = (count: number) => String(Math.floor(count)).padStart(2, '0')
  return `${local}${ahead < 0 ? '-' : '+'}${two(Math.abs(ahead) / 60)}:${two(Math.abs(ahead) % 60)}`
}
