import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createTestPlatform } from '../testing/testPlatform.ts'

it('a clock that jumped is told to administrators, and to nobody once it is back', async () => {
  const platform = await createTestPlatform()
  const customer = await platform.customer('District')
  const { caller: reader } = await platform.customerUser(customer, 'reader@city.vn')
  const notified = async (caller: typeof reader): Promise<unknown> => {
    const { clockTrouble }: { clockTrouble?: { byMs: number } } = (await caller.get('/api/system/info')).json()
    return clockTrouble && Math.round(clockTrouble.byMs / 60_000)
  }
  expect(await notified(platform.admin)).toBeUndefined()
  platform.advance(5 * 60_000)
  expect([await notified(platform.admin), await notified(reader)]).toEqual([5, undefined])
  platform.advance(-5 * 60_000)
  expect(await notified(platform.admin)).toBeUndefined()
  await platform.close()
})

it('says to every user how far the demonstration is prepared, and which records were made for it', async () => {
  const info = { preparation: { done: 4, total: 18 }, madeBefore: 1_795_572_042_261 }
  const platform = await createTestPlatform({
    http: { demonstration: { faultsOf: () => [], cause() {}, end() {}, ...info } },
  })
  const { caller } = await platform.customerUser(await platform.customer('District'), 'reader@city.vn')
  for (const one of [platform.admin, caller]) {
    expect((await one.get('/api/system/info')).json()).toMatchObject(info)
  }
  await platform.close()
})

it('tells the version of its package', async () => {
  const platform = await createTestPlatform()
  const { version }: { version: string } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  )
  expect((await platform.admin.get('/api/system/info')).json()).toMatchObject({ name: 'Greenwave', version })
  await platform.close()
})
