import { expect, test } from 'vitest'
import { saveAsset, saveCustomer } from '../testing/testEntities.ts'
import { makeFolder, openTestStore } from '../testing/testStore.ts'

test.each([
  ['a customer', 'customers', saveCustomer],
  ['an asset', 'assets', saveAsset],
] as const)('values of %s outlive a restart, those of one that is no more do not', async (_, kind, save) => {
  const folder = makeFolder()
  const first = await openTestStore(folder)
  const kept = save(first).id.id
  const gone = save(first).id.id
  for (const id of [kept, gone]) {
    await first.data.saveAttributes(id, 'SERVER_SCOPE', { pulse: 7 }, 1)
    await first.data.saveTelemetry(id, [{ ts: 1, values: { load: 5 } }])
  }
  first[kind].remove(gone)
  await first.close()

  const second = await openTestStore(folder)
  const pulseOf = (id: string) => second.data.attributes(id, 'SERVER_SCOPE').get('pulse')?.value
  expect([pulseOf(kept), pulseOf(gone)]).toEqual([7, undefined])
  const loadOf = (id: string) => second.data.latest(id).get('load')?.value
  expect([loadOf(kept), loadOf(gone)]).toEqual([5, undefined])
  await second.close()
})
