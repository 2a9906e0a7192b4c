import { expect, test } from 'vitest'
import { withCityTimes } from './cityTimes.ts'

test('instants of UTC in a finding are times of the city; names of backups stay', () => {
  const says = 'it shows 2026-11-21T17:00:00.000Z, and 2026-11-21-170000 is of 2026-11-20T16:59:59Z'
  expect(withCityTimes(says)).toBe('it shows 22/11/2026, 00:00:00, and 2026-11-21-170000 is of 20/11/2026, 23:59:59')
})
