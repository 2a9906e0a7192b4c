import type { AttributeSet, ChangeRecord } from '@greenwave/contract/records/changeRecords'
import { SETTINGS } from '@greenwave/controller/settingTable/table'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { settingsAmong as read } from './attributeSets.ts'
import { settingsAfter } from './historyEntry.ts'
import { changeWords } from './changeWords.ts'
import { restorationOf, undoOf } from './restore.ts'
import { FakeDevice } from './testing/fakeDevice.ts'
import { writeChange } from './writeChange.ts'

const KEYS = SETTINGS.flatMap(({ keyNames }) => keyNames)

/** Any JSON that platforms keep, also what no console writes. */
const value = fc.oneof(
  fc.integer({ min: -5, max: 999 }),
  fc.constantFrom('3', '', 'x', true, false, 2.5),
  fc.record({ a: fc.integer() }),
)
const settings = fc.dictionary(fc.constantFrom(...KEYS), value, { maxKeys: 12 })
const change = fc.dictionary(fc.constantFrom(...KEYS), fc.option(value), { minKeys: 1, maxKeys: 8 })

let number = 0
/** Makes a change at a device, as the console does. Returns its record. */
async function make(device: FakeDevice, values: AttributeSet): Promise<ChangeRecord> {
  number += 1
  const by = { id: 'u1', name: 'mai@signal.vn' }
  const present = { ...device.attributes }
  const act = { deviceId: 'd', id: `c${number}`, at: number, by, from: 'console', scope: 'SHARED_SCOPE' } as const
  await (await writeChange(device.call, { ...act, present, values })).settled
  const record = device.records.at(-1)
  if (!record) throw new Error('The change left no record')
  return record
}

describe('going back', () => {
  it('brings every attribute back bit for bit, also those that did not exist, and leaves all others', async () => {
    await fc.assert(
      fc.asyncProperty(settings, change, async (before, values) => {
        const device = new FakeDevice({ ...before, firmware: 'x', Hour: 7 })
        const record = await make(device, values)
        await make(device, undoOf(record, device.attributes).values)
        expect(device.attributes).toStrictEqual({ ...before, firmware: 'x', Hour: 7 })
      }),
      { numRuns: 100 },
    )
  })

  it('to any point of a history brings back all settings of then', async () => {
    await fc.assert(
      fc.asyncProperty(
        settings,
        fc.array(change, { minLength: 1, maxLength: 5 }),
        fc.nat(),
        async (first, all, nth) => {
          const device = new FakeDevice(first)
          const points: { readonly record: ChangeRecord; readonly settings: AttributeSet }[] = []
          for (const values of all)
            points.push({ record: await make(device, values), settings: read(device.attributes) })
          const point = points[nth % points.length]
          if (!point) return
          const { values } = restorationOf(point.record, settingsAfter(point.record), device.attributes)
          await make(device, values)
          expect(device.attributes).toStrictEqual(point.settings)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('of an older change names what somebody changed since, and touches nothing else', async () => {
    const device = new FakeDevice({ Vang: 3, Do_cong: 2, Mode: 4 })
    const record = await make(device, { Vang: 4, Do_cong: 3 })
    await make(device, { Vang: 5, Mode: 0 })
    expect(undoOf(record, device.attributes)).toEqual({
      values: { Vang: 3, Do_cong: 2 },
      changedSince: ['Vang'],
      unkept: [],
    })
  })

  it('leaves the clock as it goes, and what was too long to keep', async () => {
    const device = new FakeDevice({ Vang: 'x'.repeat(3000), Mode: 4 })
    const record = await make(device, { Vang: 4, Hour: 7, Mode: 1 })
    expect(undoOf(record, device.attributes)).toEqual({ values: { Mode: 4 }, changedSince: [], unkept: ['Vang'] })
  })
})

it('a signature of a commissioning stays, and is named in plain English', () => {
  const signed = { begun: { at: 1, by: 'a' }, lamps: {}, signed: { at: 2, by: 'a', name: 'Anh', note: '', facts: {} } }
  const after = { gw_commissioning: signed }
  expect(changeWords({}, after)).toEqual(['gw_commissioning: not signed → signed by Anh'])
  expect(restorationOf({ scope: 'SERVER_SCOPE', after, unkept: [] }, {}, after).values).toEqual({})
})
