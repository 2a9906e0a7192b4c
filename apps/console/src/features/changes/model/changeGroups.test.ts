import type { HistoryEntry, RecordedChange } from '@greenwave/changes/historyEntry'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { outsideChange, recordedChange } from '../../../test/changes.ts'
import { type ChangeGroup, devicesOf, groupChanges, isWhole } from './changeGroups.ts'

const change = (deviceId: string, atMs: number, batch?: string): RecordedChange =>
  recordedChange({ deviceId, atMs, change: { batch } })

const outside = (deviceId: string, atMs: number) =>
  outsideChange({ atMs, device: { id: deviceId, name: deviceId, label: '' } })

const FOUR = { Vang: 3, Do_cong: 2, Mode: 4, Plan_total: 5 }
const firstChange = (deviceId: string, atMs: number, after: RecordedChange['change']['after'] = FOUR): RecordedChange =>
  recordedChange({ deviceId, atMs, change: { before: {}, after } })

const someEntry = fc
  .record({
    device: fc.constantFrom('d1', 'd2', 'd3'),
    batch: fc.constantFrom(undefined, 'b1', 'b2', 'b3', 'outside', 'first'),
    atMs: fc.integer({ min: 1, max: 50 }),
  })
  .map(({ device, batch, atMs }) =>
    batch === 'outside'
      ? outside(device, atMs)
      : batch === 'first'
        ? firstChange(device, atMs)
        : change(device, atMs, batch),
  )
const someEntries = fc.array(someEntry, { maxLength: 30 }).map((all) => all.sort((a, b) => b.atMs - a.atMs))

const entriesOf = (listed: ReturnType<typeof groupChanges>) =>
  listed.flatMap((one): readonly HistoryEntry[] => ('entries' in one ? one.entries : [one]))

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
        if ('entries' in one) expect(rising(one.entries.map((entry) => placeOf.get(entry) ?? -1))).toBe(true)
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

it('the first settings of a junction are one row, with the number of values, the notes counted one by one', () => {
  const notes = { gw_site: { phases: { '1': { name: 'Lê Lợi', speedKmh: 40 } } }, Latitude: 10.7 }
  const [later, earlier] = [firstChange('d1', 2_000, notes), firstChange('d1', 1_000)]
  const other = firstChange('d2', 1_500)
  expect(groupChanges([later, other, earlier])).toEqual([
    { kind: 'first', entries: [later, earlier], count: 7 },
    { kind: 'first', entries: [other], count: 4 },
  ])
})

it('few first values, replaced ones, refused ones, and those of another day or a batch stay as they are', () => {
  const few = firstChange('d1', 9_000, { Vang: 3 })
  const replaced = recordedChange({ deviceId: 'd2', atMs: 8_000, change: { before: { Vang: 2 }, after: FOUR } })
  const refused = recordedChange({ deviceId: 'd4', atMs: 6_000, change: { before: {}, after: FOUR, state: 'refused' } })
  expect(groupChanges([few, replaced, refused])).toEqual([few, replaced, refused])
  const [today, yesterday] = [firstChange('d1', 90_000_000), firstChange('d1', 1_000)]
  expect(groupChanges([today, yesterday]).map((one) => one.kind)).toEqual(['first', 'first'])
  const batch = { before: {}, after: FOUR, batch: 'b1' }
  const both = ['d5', 'd6'].map((deviceId) => recordedChange({ deviceId, atMs: 5_000, change: batch }))
  expect(groupChanges(both).map((one) => one.kind)).toEqual(['group'])
})
