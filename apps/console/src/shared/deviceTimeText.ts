/** The time of a controller's clock, and how its difference from the platform's is shown. */
import type { DeviceTime } from '@greenwave/controller/deviceClock'
import type { DeviceClockView } from '../data/device/deviceClockView.ts'
import { type Tone, toneOfMark } from '../ui/states/StatusTag.tsx'

const two = (count: number): string => String(count).padStart(2, '0')

/** Formats a controller's clock as 31/12/2026 23:59:59, including times that no clock shows. */
export function deviceTimeText({ year, month, day, hour, minute, second }: DeviceTime): string {
  return `${two(day)}/${two(month)}/${year} ${two(hour)}:${two(minute)}:${two(second)}`
}

/** Returns the tone of a clock that is off: that of the clock's incident, which is a deviation however far it is off. */
export function driftTone(level: DeviceClockView['level']): Tone {
  return level === 'warning' || level === 'alarm' ? toneOfMark('deviation') : 'mute'
}
