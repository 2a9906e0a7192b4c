import type { DeviceTime } from '@greenwave/controller/deviceClock'

/** Returns what a controller's clock shows as 31/12/2026 23:59:59, also a time that no clock has. */
export function deviceTimeText({ year, month, day, hour, minute, second }: DeviceTime): string {
  const two = (count: number) => String(count).padStart(2, '0')
  return `${two(day)}/${two(month)}/${year} ${two(hour)}:${two(minute)}:${two(second)}`
}
