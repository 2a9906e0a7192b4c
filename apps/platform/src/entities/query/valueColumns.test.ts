import type { JsonValue } from '@greenwave/contract/wire/attributes'
import { expect, it } from 'vitest'
import { LIMITS } from '../../limits/limits.ts'
import type { Store } from '../../store/openStore.ts'
import type { DeviceRow } from '../../store/store.ts'
import { saveDevice } from '../../testing/testEntities.ts'
import { openTestStore } from '../../testing/testStore.ts'
import type { ReadValue } from './keyValues.ts'
import { createValueColumns } from './valueColumns.ts'

/** Opens a store with two devices, which have values of the key `a` everywhere. */
async function openScene() {
  const store = await openTestStore()
  const rows = [saveDevice(store), saveDevice(store)].map(({ id }) => rowOf(store, id.id))
  const [row, other] = rows
  if (row === undefined || other === undefined) throw new Error('two devices were made')
  for (const { id } of rows) {
    await store.data.saveAttributes(id, 'SERVER_SCOPE', { a: 1 }, 1)
    await store.data.saveTelemetry(id, [{ ts: 1, values: { a: 2 } }])
  }
  const readers = createValueColumns(store)
  return { store, row, other, readers, attribute: readers('SERVER_SCOPE', 'a'), sample: readers('latest', 'a') }
}

function rowOf(store: Store, id: string): DeviceRow {
  const row = store.devices.ownerOf(id)
  if (row === undefined) throw new Error('the device was made')
  return row
}

const jsonOf = (read: ReadValue, row: DeviceRow): JsonValue | undefined => read(row)?.value
const ALL_TIME = { startTs: 0, endTs: Number.MAX_SAFE_INTEGER }

it('values that are written, replaced and deleted are seen at once, and those of other devices stay', async () => {
  const { store, row, other, attribute, sample } = await openScene()
  const { data } = store
  const seen = () => [jsonOf(attribute, row), jsonOf(sample, row), jsonOf(attribute, other), jsonOf(sample, other)]
  expect(seen()).toEqual([1, 2, 1, 2])
  await data.saveAttributes(row.id, 'SERVER_SCOPE', { a: 3, b: 0 }, 2)
  expect(seen()).toEqual([3, 2, 1, 2])
  await data.saveTelemetry(row.id, [{ ts: 2, values: { a: 4 } }])
  expect(seen()).toEqual([3, 4, 1, 2])
  await data.deleteAttributes(row.id, 'SERVER_SCOPE', ['a'])
  expect(seen()).toEqual([undefined, 4, 1, 2])
  await data.deleteTelemetry(row.id, ['a'], ALL_TIME, { deleteLatest: true, rewriteLatest: false })
  expect(seen()).toEqual([undefined, undefined, 1, 2])
  await data.saveAttributes(row.id, 'SERVER_SCOPE', { a: 5 }, 3)
  await data.saveTelemetry(row.id, [{ ts: 3, values: { a: 6 } }])
  expect(seen()).toEqual([5, 6, 1, 2])
  await data.forget(row.id)
  expect(seen()).toEqual([undefined, undefined, 1, 2])
})

it('the same key of other scopes is another value', async () => {
  const { store, row, attribute, readers } = await openScene()
  const shared = readers('SHARED_SCOPE', 'a')
  expect([jsonOf(attribute, row), jsonOf(shared, row)]).toEqual([1, undefined])
  await store.data.saveAttributes(row.id, 'SHARED_SCOPE', { a: 7 }, 2)
  expect([jsonOf(attribute, row), jsonOf(shared, row)]).toEqual([1, 7])
})

it('a device that is renamed or comes later has its own values', async () => {
  const { store, row, attribute } = await openScene()
  const device = store.devices.byId(row.id)
  if (device === undefined) throw new Error('the device was made')
  store.devices.save({ ...device, name: 'renamed' })
  expect(jsonOf(attribute, rowOf(store, row.id))).toBe(1)
  const late = saveDevice(store)
  expect(jsonOf(attribute, rowOf(store, late.id.id))).toBeUndefined()
  await store.data.saveAttributes(late.id.id, 'SERVER_SCOPE', { a: 8 }, 1)
  expect(jsonOf(attribute, rowOf(store, late.id.id))).toBe(8)
})

it('of many keys the one that was asked for longest ago is forgotten, and is right when it is asked for again', async () => {
  const { store, row, attribute, readers } = await openScene()
  expect(jsonOf(attribute, row)).toBe(1)
  for (let nth = 0; nth < LIMITS.queryColumns.value; nth += 1) jsonOf(readers('SERVER_SCOPE', `key ${nth}`), row)
  await store.data.saveAttributes(row.id, 'SERVER_SCOPE', { a: 9 }, 2)
  expect(jsonOf(readers('SERVER_SCOPE', 'a'), row)).toBe(9)
})
