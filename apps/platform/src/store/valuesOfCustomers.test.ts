import { expect, test } from 'vitest'
import { saveCustomer } from '../testing/testEntities.ts'
import { makeFolder, openTestStore } from '../testing/testStore.ts'

test("a customer's attributes outlive a restart, those of a customer that is no more do not", async () => {
  const folder = makeFolder()
  const first = await openTestStore(folder)
  const kept = saveCustomer(first, { title: 'kept' }).id.id
  const gone = saveCustomer(first, { title: 'gone' }).id.id
  for (const id of [kept, gone]) await first.data.saveAttributes(id, 'SERVER_SCOPE', { pulse: 7 }, 1)
  first.customers.remove(gone)
  await first.close()

  const second = await openTestStore(folder)
  const pulseOf = (id: string) => second.data.attributes(id, 'SERVER_SCOPE').get('pulse')?.value
  expect([pulseOf(kept), pulseOf(gone)]).toEqual([7, undefined])
  await second.close()
})
