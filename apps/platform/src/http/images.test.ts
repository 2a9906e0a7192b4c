import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { entityRef } from '@greenwave/contract/wire/ids'
import { linkOfImage } from '@greenwave/contract/wire/imageLinks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStore, makeFolder } from '../testing/testStore.ts'
import { imageForm, jpegFile, pngFile } from '../testing/testImages.ts'
import { createTestPlatform, type TestPlatform } from '../testing/testPlatform.ts'

let platform: TestPlatform
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'greenwave-images-'))
  platform = await createTestPlatform({ dataDir: folder })
})
afterAll(async () => {
  await platform.close()
  rmSync(folder, { recursive: true })
})

let count = 0
/** Creates a customer with a device, its user, and the user of another customer. */
async function scene() {
  count += 1
  const customer = await platform.customer(`District ${count}`)
  const device = await platform.device(`TLC-${count}`, { customerId: entityRef('CUSTOMER', customer.id.id) })
  const owner = await platform.customerUser(customer, `owner${count}@city.vn`)
  const other = await platform.customerUser(await platform.customer(`Other ${count}`), `other${count}@city.vn`)
  return { device, deviceId: device.id.id, owner: owner.caller, other: other.caller }
}

it('keeps a photo of a junction for those who may see it, without its EXIF', async () => {
  const { deviceId, owner, other } = await scene()
  const file = jpegFile({ width: 20, height: 10, more: [[0xe1, 'Exif 10.7N']] })
  const image = (await owner.post('/api/image', imageForm(deviceId, file, 'tủ điện.jpg'))).json()
  expect(image).toMatchObject({
    title: deviceId,
    resourceType: 'IMAGE',
    public: false,
    descriptor: { mediaType: 'image/jpeg', width: 20, height: 10 },
    link: '/api/images/tenant/t___i_n.jpg',
  })
  for (const caller of [owner, platform.admin]) {
    const { statusCode, headers, rawPayload } = await caller.get(image.link)
    expect([statusCode, rawPayload]).toEqual([200, jpegFile({ width: 20, height: 10 })])
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'attachment; filename="t___i_n.jpg"',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
  }
  for (const caller of [other, platform.stranger]) {
    expect([(await caller.get(image.link)).statusCode, (await caller.get(`${image.link}/info`)).statusCode]).toEqual([
      404, 404,
    ])
  }
})

it('is on disk, and gone with its device', async () => {
  const { deviceId, owner } = await scene()
  const { link } = (await owner.post('/api/image', imageForm(deviceId, pngFile(), 'kept.png'))).json()
  const copy = makeFolder()
  await platform.store.backup(`${copy}/backup`)
  const restored = await openTestStore(`${copy}/backup`)
  const tenantId = restored.tenants.all()[0]?.id ?? ''
  const kept = restored.images.byKey(tenantId, 'kept.png')
  expect(Buffer.from(await restored.images.content(kept?.id.id ?? ''))).toEqual(pngFile())
  await platform.admin.delete(`/api/device/${deviceId}`)
  expect((await platform.admin.get(link)).statusCode).toBe(404)
  expect(await platform.store.images.content(kept?.id.id ?? '')).toHaveLength(0)
})

it('takes an image of no junction from administrators only, and gives each its own key', async () => {
  const { owner, other, deviceId } = await scene()
  expect((await owner.post('/api/image', imageForm('Logo'))).statusCode).toBe(403)
  expect((await other.post('/api/image', imageForm(deviceId))).statusCode).toBe(403)
  const keys = []
  for (let nth = 0; nth < 3; nth += 1) {
    keys.push((await platform.admin.post('/api/image', imageForm('Logo', jpegFile(), 'logo.jpg'))).json().resourceKey)
  }
  expect(new Set(keys).size).toBe(3)
  for (const key of keys) expect(key).toMatch(/^logo(_[\da-f-]{36})?\.jpg$/)
  expect((await owner.get('/api/images/tenant/logo.jpg')).statusCode).toBe(404)
  expect((await platform.admin.get('/api/images/system/logo.jpg')).statusCode).toBe(404)
  const { data } = (await platform.admin.get('/api/images?pageSize=10&page=0&textSearch=logo_')).json()
  expect(data.map(({ resourceKey }: { resourceKey: string }) => resourceKey)).toContain(keys[2])
  expect((await platform.admin.delete(`/api/images/tenant/${keys[2]}?force=true`)).json()).toEqual({ success: true })
  expect((await platform.admin.get(`/api/images/tenant/${keys[2]}/info`)).statusCode).toBe(404)
})

it('takes no more of a junction than its room, whatever the names', async () => {
  const { deviceId, owner, device } = await scene()
  const large = Buffer.concat([jpegFile().subarray(0, -2), Buffer.alloc(499_000), Buffer.from([0xff, 0xd9])])
  const image = (await owner.post('/api/image', imageForm(deviceId, large))).json()
  const { images } = platform.store
  for (let nth = 1; images.bytesOf(device.tenantId.id, deviceId) + large.length <= 20_971_520; nth += 1) {
    const id = entityRef('TB_RESOURCE', `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`)
    images.add({ ...image, id, resourceKey: `more-${nth}` }, deviceId, large)
  }
  const refused = await owner.post('/api/image', imageForm(deviceId, large))
  expect([refused.statusCode, refused.json().message]).toEqual([
    400,
    'The images of this junction may take 20 MiB in all: delete some before you add others.',
  ])
  expect((await platform.admin.post('/api/image', imageForm('Logo'))).statusCode).toBe(200)
})

describe('photos that nothing names', () => {
  /** Adds photos of a device that are older than a day; resolves with their links by their names. */
  async function oldPhotos<const N extends string>(deviceId: string, names: readonly N[]) {
    const image = (await platform.admin.post('/api/image', imageForm(deviceId))).json()
    const links = names.map((name) => {
      const resourceKey = `${name}-${deviceId}.jpg`
      const id = entityRef('TB_RESOURCE', randomUUID())
      platform.store.images.add({ ...image, id, resourceKey, createdTime: 1 }, deviceId, jpegFile())
      return [name, linkOfImage(resourceKey)] as const
    })
    return Object.fromEntries(links) as Record<N, string>
  }
  const unused = async (): Promise<number> => (await platform.admin.get('/api/greenwave/photos/unused')).json().count
  const remove = async (): Promise<number> => (await platform.admin.delete('/api/greenwave/photos/unused')).json().count

  it('are counted and deleted by administrators, those that something names are not', async () => {
    const { deviceId, owner } = await scene()
    const { device: other } = await scene()
    const { admin } = platform
    const links = await oldPhotos(deviceId, ['none', 'comment', 'sentence', 'work', 'picture', 'replaced', 'noted'])
    const values = `/api/plugins/telemetry/DEVICE/${deviceId}`
    const alarm = { originator: entityRef('DEVICE', deviceId), type: 'Dark', severity: 'CRITICAL' }
    const { id: alarmId } = (await admin.post('/api/alarm', alarm)).json()
    const comments = `/api/alarm/${alarmId.id}/comment`
    const { id: commentId } = (await admin.post(comments, { comment: { text: 'a', photos: [links.comment] } })).json()
    await admin.post(comments, { comment: { text: `See ${links.sentence}.` } })
    const gw = { device: deviceId, photos: [links.work] }
    const work = (
      await admin.post('/api/asset', { name: `${deviceId} 1`, type: 'work', additionalInfo: { gw } })
    ).json()
    await admin.post(`/api/plugins/telemetry/DEVICE/${other.id.id}/SERVER_SCOPE`, { image: links.picture })
    await admin.post(`${values}/SERVER_SCOPE`, { gw_commissioning: { photo: links.noted } })
    const gw_change = { before: { image: links.replaced }, after: { image: '' } }
    await admin.post(`${values}/timeseries/ANY`, { ts: Date.now(), values: { gw_change } })

    expect((await owner.get('/api/greenwave/photos/unused')).statusCode).toBe(403)
    expect((await owner.delete('/api/greenwave/photos/unused')).statusCode).toBe(403)
    const { count, bytes } = (await admin.get('/api/greenwave/photos/unused')).json()
    expect([count, bytes > jpegFile().length]).toEqual([1, true])
    expect(await remove()).toBe(1)
    expect((await admin.get(links.none)).statusCode).toBe(404)
    const { none: _, ...named } = links
    for (const link of Object.values(named)) expect([link, (await admin.get(link)).statusCode]).toEqual([link, 200])

    await admin.delete(`${comments}/${commentId.id}`)
    await admin.delete(`/api/asset/${work.id.id}`)
    await admin.delete(`/api/plugins/telemetry/DEVICE/${other.id.id}/SERVER_SCOPE?keys=image`)
    expect(await unused()).toBe(3)
    expect(await remove()).toBe(3)
    expect(await unused()).toBe(0)
    for (const link of [links.comment, links.work, links.picture]) expect((await admin.get(link)).statusCode).toBe(404)
  })

  it('stay for a day, since what names them may wait on a phone, and without a junction', async () => {
    const { deviceId } = await scene()
    const image = (await platform.admin.post('/api/image', imageForm(deviceId, jpegFile(), 'new.jpg'))).json()
    const id = entityRef('TB_RESOURCE', randomUUID())
    platform.store.images.add({ ...image, id, resourceKey: `logo-${deviceId}`, createdTime: 1 }, null, jpegFile())
    expect(await remove()).toBe(0)
    expect((await platform.admin.get(image.link)).statusCode).toBe(200)
  })

  it('stay while the junction has more changes than are read', async () => {
    const { deviceId } = await scene()
    await oldPhotos(deviceId, ['many'])
    expect(await unused()).toBe(1)
    const at = Date.now() - 10_000
    const samples = Array.from({ length: 1000 }, (_, nth) => ({ ts: at + nth, values: { gw_change: { nth } } }))
    await platform.admin.post(`/api/plugins/telemetry/DEVICE/${deviceId}/timeseries/ANY`, samples)
    expect(await unused()).toBe(0)
  })
})

it.each([
  ['no form', '{"file":"x"}', 415, /not supported/],
  ['a broken form', 'x', 400, /Malformed form/, 'multipart/form-data; boundary=y'],
  ['a form without a file', new FormData(), 400, /Malformed form|file/],
  ['a script', imageForm('Logo', Buffer.from('<svg><script/></svg>')), 400, /Only JPEG, PNG and WebP/],
])('refuses %s', async (_of, body, status, message, type?: string) => {
  const response = await platform.admin.post('/api/image', body, type ? { 'content-type': type } : undefined)
  expect(response.statusCode).toBe(status)
  expect(response.json().message).toMatch(message)
})
