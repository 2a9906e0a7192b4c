import type { HistoryEntry, RecordedChange } from '@greenwave/changes/historyEntry'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { recordedChange } from '../../../test/changes.ts'
import { type ChangeGroup, devicesOf, groupChanges, isWhole } from './changeGroups.ts'

const change = (deviceId: string, atMs: number, batch?: string): RecordedChange =>
  recordedChange({ deviceId, atMs, change: { batch } })

const outside = (deviceId: string, atMs: number): HistoryEntry => ({
  kind: 'outside',
  device: { id: deviceId, name: deviceId, label: '' },
  atMs,
  sinceMs: null,
  by: null,
  scope: 'SHARED_SCOPE',
  after: {},
  before: null,
})

const someEntry = fc
  .record({
    device: fc.constantFrom('d1', 'd2', 'd3'),
    batch: fc.constantFrom(undefined, 'b1', 'b2', 'b3', 'outside'),
    atMs: fc.integer({ min: 1, max: 50 }),
  })
  .map(({ device, batch, atMs }) => (batch === 'outside' ? outside(device, atMs) : change(device, atMs, batch)))
const someEntries = fc.array(someEntry, { maxLength: 30 }).map((all) => all.sort((a, b) => b.atMs - a.atMs))

const entriesOf = (listed: ReturnType<typeof groupChanges>) =>
  listed.flatMap((one): readonly HistoryEntry[] => (one.kind === 'group' ? one.entries : [one]))

it('nothing is lost, nothing comes twice, and the order of rows and of the changes in each group stays', () => {
  fc.assert(
    fc.property(someEntries, (entries) => {
      const listed = groupChanges(entries)
      const placeOf = new Map(entries.map((entry, nth) => [entry, nth]))
      const places = entriesOf(listed).map((entry) => placeOf.get(entry) ?? -1)
      expect(places.toSorted((a, b) => a - b)).toEqual(entries.map((_, nth) => nth))
      const rising = (some: readonly number[]) => some.every((place, nth) => nth === 0 || place > (some[nth - 1] ?? 0))
      const first = listed.flatMap((one) => entriesOf([one])[0] ?? []).map((entry) => placeOf.get(entry) ?? -1)
      expect(rising(first)).toBe(true)
      for (const one of listed)
        if (one.kind === 'group') expect(rising(one.entries.map((entry) => placeOf.get(entry) ?? -1))).toBe(true)
    }),
  )
})

it('a group is all of one batch at two junctions or more, and what stands alone is of no such batch', () => {
  fc.assert(
    fc.property(someEntries, (entries) => {
      const listed = groupChanges(entries)
      const groups = listed.filter((one): one is ChangeGroup => one.kind === 'group')
      expect(new Set(groups.map(({ batch }) => batch)).size).toBe(groups.length)
      for (const { batch, entries: some } of groups) {
        expect(some.every((entry) => entry.change.batch === batch)).toBe(true)
        expect(devicesOf(some).length).toBeGreaterThan(1)
      }
      const alone = listed.filter((one): one is RecordedChange => one.kind === 'change')
      for (const one of alone) {
        const ofBatch = alone.filter(({ change: { batch } }) => batch !== undefined && batch === one.change.batch)
        expect(devicesOf(ofBatch).length).toBeLessThan(2)
      }
    }),
  )
})

it('a junction that was tried again does not make a group, and counts once in one', () => {
  expect(groupChanges([change('d1', 2, 'b'), change('d1', 1, 'b')])).toHaveLength(2)
  const [group] = groupChanges([change('d1', 3, 'b'), change('d2', 2, 'b'), change('d1', 1, 'b')])
  expect(group).toMatchObject({ kind: 'group', batch: 'b' })
  expect(devicesOf((group as ChangeGroup).entries).map(({ id }) => id)).toEqual(['d1', 'd2'])
})

it('a group counts as whole only if it was read back to before its rollout was made, or a day before its first change', () => {
  const day = 86_400_000
  const entries = [change('d1', 10 * day, 'b'), change('d2', 9 * day, 'b')]
  const group: ChangeGroup = { kind: 'group', batch: 'b', entries }
  expect(isWhole(group, null, undefined)).toBe(false)
  expect(isWhole(group, 8 * day + 1, undefined)).toBe(false)
  expect(isWhole(group, 8 * day, undefined)).toBe(true)
  expect(isWhole(group, 9 * day - 20_000, 9 * day - 5000)).toBe(true)
  expect(isWhole(group, 9 * day - 10_000, 9 * day - 5000)).toBe(false)
  expect(isWhole(group, 5 * day, 3 * day)).toBe(false)
})
