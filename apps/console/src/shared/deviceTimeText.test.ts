import { expect, test } from 'vitest'
import { deviceTimeText } from './deviceTimeText.ts'

test('the device time reads as DD/MM/YYYY HH:MM:SS [spec 2 device time dialog]', () => {
  const time = { year: 2026, month: 2, day: 3, hour: 4, minute: 5, second: 6 }
  expect(deviceTimeText(time)).toBe('03/02/2026 04:05:06')
})
