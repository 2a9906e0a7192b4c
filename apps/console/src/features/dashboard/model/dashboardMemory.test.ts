import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { readDashboardMemory, withGroup, writeDashboardMemory } from './dashboardMemory.ts'

const stored = new Map<string, string>()
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, text: string) => stored.set(key, text),
}

afterEach(() => {
  stored.clear()
  vi.unstubAllGlobals()
})

test('the memory of a user is read again, and another user has none', () => {
  vi.stubGlobal('localStorage', storage)
  writeDashboardMemory('a', { device: 'd', groups: { g: true } })
  expect(readDashboardMemory('a')).toEqual({ device: 'd', groups: { g: true } })
  expect(readDashboardMemory('b')).toEqual({ groups: {} })
})

test('reading gives a memory, whatever is in the storage', () => {
  vi.stubGlobal('localStorage', storage)
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      stored.set('greenwave.dashboard.a', text)
      const { device, groups } = readDashboardMemory('a')
      expect([undefined, 'string']).toContain(device === undefined ? undefined : typeof device)
      for (const open of Object.values(groups)) expect(typeof open).toBe('boolean')
    }),
  )
})

test('without a storage nothing is kept and nothing fails', () => {
  writeDashboardMemory('a', { groups: { g: true } })
  expect(readDashboardMemory('a')).toEqual({ groups: {} })
})

test('a group is kept as it was left last, and never more than two hundred of them', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(400), fc.boolean()), { maxLength: 900 }), (touched) => {
      let memory = { groups: {} }
      for (const [group, open] of touched) memory = withGroup(memory, `g${group}`, open)
      const last = touched.at(-1)
      if (last) expect(memory.groups).toHaveProperty(`g${last[0]}`, last[1])
      expect(Object.keys(memory.groups).length).toBeLessThanOrEqual(200)
    }),
  )
})
