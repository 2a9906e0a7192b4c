import { expect, it } from 'vitest'
import { keysOfName, tryOrigin } from './tryOrigin.ts'

const from = (name: string) =>
  tryOrigin({ name, userId: undefined, browser: undefined, addressGroup: '10.0.0.0/24', isKnownAddress: false })

it('names of any length are remembered in few bytes, and apart', () => {
  const long = 'n'.repeat(100_000)
  expect(from(long).key.length).toBeLessThan(500)
  expect(from(long).key).not.toBe(from(`${long}n`).key)
  expect(from(long).key).toBe(from(long.toUpperCase()).key)
  expect(from(long).key.startsWith(keysOfName(long))).toBe(true)
})

it('a name of usual length is kept as it is', () => {
  expect(from('Admin@City.vn').key).toContain('admin@city.vn')
})
