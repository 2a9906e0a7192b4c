/** @file Images: what is known of them is in memory, what they show on disk only. */
import { linkOfImage } from '@greenwave/contract/wire/imageLinks'
import type { Image } from '@greenwave/contract/wire/images'
import { bodyText, createFinder, parseEntityBody } from './entityBody.ts'
import type { EntityDatabase } from './entityDatabase.ts'
import { createListReader, type ListShape } from './listQuery.ts'
import type { PageLink } from './store.ts'
import { foldedPattern } from './textOrder.ts'

const INSERT_CONTENT = 'INSERT INTO image_contents (image_id, content) VALUES (:id, :content)'

const IMAGE_LIST: ListShape = {
  table: 'images',
  columns: 'body',
  sort: { createdTime: 'created_time', id: 'id', title: 'device_id', resourceKey: 'key' },
  search: ['key'],
  pattern: foldedPattern,
}
/** An image of a device, with what it takes of the room for images. */
export interface StoredPhoto {
  readonly image: Image
  readonly deviceId: string
  readonly bytes: number
}

/** Properties by which the list can be sorted, the documented ones first. */
export const IMAGE_SORTS = Object.keys(IMAGE_LIST.sort)

/** Creates the repository of images. One of a device is deleted with it. */
export function createImageRepository(database: EntityDatabase) {
  const { db, transaction } = database
  const insert = db.prepare(`
    INSERT INTO images (id, tenant_id, device_id, key, created_time, bytes, body)
    VALUES (:id, :tenantId, :deviceId, :key, :createdTime, :bytes, :body)`)
  const deleteById = db.prepare('DELETE FROM images WHERE id = ?')
  const sumOfDevice = db.prepare('SELECT total(bytes) AS n FROM images WHERE tenant_id = ? AND device_id IS ?')
  const sumOfAll = db.prepare('SELECT total(bytes) AS n FROM images')
  const selectBefore = db.prepare(`
    SELECT device_id, bytes, body FROM images WHERE tenant_id = ? AND device_id IS NOT NULL AND created_time < ?`)
  const selectNaming = db.prepare('SELECT body FROM assets WHERE tenant_id = ? AND instr(body, ?) > 0')
  const readPage = createListReader<Image>(db, IMAGE_LIST, (row) => parseEntityBody<Image>(row))
  return {
    byKey: createFinder<Image>(db, 'SELECT body FROM images WHERE tenant_id = ? AND key = ?'),
    page: (tenantId: string, link: PageLink) => readPage([{ sql: 'tenant_id = ?', value: tenantId }], link),
    /** Returns the bytes of the images of a device with their rows, or without one of those that belong to no device. */
    bytesOf: (tenantId: string, deviceId: string | null) => Number(sumOfDevice.get(tenantId, deviceId)?.n),
    /** Returns the bytes of all images. */
    bytes: () => Number(sumOfAll.get()?.n),
    /** Returns the images of devices that were added before a time, epoch milliseconds. */
    photosBefore: (tenantId: string, beforeMs: number): readonly StoredPhoto[] =>
      selectBefore.all(tenantId, beforeMs).map((row) => ({
        image: parseEntityBody<Image>(row),
        deviceId: String(row.device_id),
        bytes: Number(row.bytes),
      })),
    /** Returns the contents of the assets that name images. */
    assetsNaming: (tenantId: string): readonly string[] =>
      selectNaming.all(tenantId, linkOfImage('')).map(({ body }) => String(body)),
    /** Resolves with the links of images in comments on alarms. */
    linksInComments: (): Promise<readonly string[]> => database.imageLinks(),
    /** Adds an image. */
    add: (image: Image, deviceId: string | null, content: Uint8Array) =>
      transaction(() => {
        const { createdTime, resourceKey: key } = image
        const [id, tenantId] = [image.id.id, image.tenantId.id]
        const body = bodyText('Image', image)
        // The row counts, too: thousands of tiny images would otherwise take memory without limit.
        insert.run({ id, tenantId, deviceId, key, createdTime, bytes: content.length + body.length, body })
        database.recordOnly([INSERT_CONTENT, [{ id, content }]], false)
        return image
      }),
    /** Resolves with what an image shows; empty when it is gone. */
    content: (id: string): Promise<Uint8Array> => database.imageContent(id),
    remove: (id: string) => void transaction(() => deleteById.run(id)),
  }
}
