/** @file Images: photos of junctions, and others of the tenant. */
import { randomUUID } from 'node:crypto'
import { entityRef, NULL_UUID, Uuid } from '@greenwave/contract/wire/ids'
import { linkOfImage } from '@greenwave/contract/wire/imageLinks'
import type { Image, ImageForm } from '@greenwave/contract/wire/images'
import { safeParse } from 'zod/v4/core'
import type { Ownership } from '../access/permissions.ts'
import type { Principal } from '../access/principal.ts'
import { badRequest, permissionDenied, Refusal } from '../access/refusal.ts'
import { requestedSubject } from '../audit/action.ts'
import { LIMITS } from '../limits/limits.ts'
import type { EntityDeps } from './entityDeps.ts'
import { checkImageFile } from './imageFile.ts'
import type { Caller } from './reach.ts'

/** Longest beginning of a key that is made of the name of a file, characters. */
const KEY_LETTERS = 100

/** Stores an image without what is hidden in it. Rejects with a Refusal. */
export async function uploadImage(
  { store, access }: EntityDeps,
  { principal, reach }: Caller,
  { file, title }: ImageForm,
): Promise<Image> {
  const deviceId = deviceOfTitle(title ?? '')
  if (deviceId !== null) reach.device(deviceId)
  else if (principal.authority !== 'TENANT_ADMIN') throw permissionDenied()
  const { content, mediaType, width, height } = checkImageFile(await file.bytes())
  const { tenantId } = principal
  const { images } = store
  const save = (): Image =>
    store.transaction(() => {
      refuseOver(images.bytesOf(tenantId, deviceId) + content.length, LIMITS.imageBytesOfDevice.value, 'this junction')
      refuseOver(images.bytes() + content.length, LIMITS.imageBytesOfAll.value, 'this platform')
      const key = freeKey(file.name, (taken) => images.byKey(tenantId, taken) !== undefined)
      const image: Image = {
        id: entityRef('TB_RESOURCE', randomUUID()),
        createdTime: access.now(),
        tenantId: entityRef('TENANT', tenantId),
        title: title || file.name,
        resourceType: 'IMAGE',
        resourceSubType: 'IMAGE',
        resourceKey: key,
        fileName: key,
        public: false,
        descriptor: { mediaType, width, height, size: content.length },
        link: linkOfImage(key),
      }
      return images.add(image, deviceId, content)
    })
  const action = { actor: principal, type: 'ADDED', ...requestedSubject('TB_RESOURCE', null, file.name) } as const
  return access.audited(action, save, recordOf)
}

/** Returns an image that the caller may see. @throws {Refusal} 404 for every other one */
export function imageOf({ store }: EntityDeps, { principal, reach }: Caller, type: string, key: string): Image {
  const image = type === 'tenant' ? store.images.byKey(principal.tenantId, key) : undefined
  if (image === undefined || !reach.has(ownerOfImage(store, image))) {
    throw new Refusal('itemNotFound', `Image with key [${key}] is not found`)
  }
  return image
}

/** Deletes an image. */
export function deleteImage({ store, access }: EntityDeps, principal: Principal, image: Image): void {
  const data = { entityId: image.id.id }
  const action = { actor: principal, type: 'DELETED', entity: image.id, entityName: image.fileName, data } as const
  access.audited(action, () => store.images.remove(image.id.id))
}

/** Returns the device that a title names; null for any other title. */
function deviceOfTitle(title: string): string | null {
  const { success, data } = safeParse(Uuid, title)
  return success ? data : null
}

function ownerOfImage({ devices }: EntityDeps['store'], { tenantId, title }: Image): Ownership {
  const deviceId = deviceOfTitle(title)
  return (deviceId && devices.ownerOf(deviceId)) || { tenantId: tenantId.id, customerId: NULL_UUID }
}

const recordOf = (image: Image) => ({ entity: image.id, entityName: image.fileName, data: { entity: image } })

function refuseOver(bytes: number, most: number, whose: string): void {
  if (bytes <= most) return
  throw badRequest(`The images of ${whose} may take ${most / 1_048_576} MiB in all: delete some before you add others.`)
}

/** Returns a key made of the name of a file, with random digits if another image has it: counting would take ever longer. */
function freeKey(fileName: string, isTaken: (key: string) => boolean): string {
  const plain =
    fileName
      .replaceAll(/[^\w.-]/g, '_')
      .replace(/^\.+/, '_')
      .slice(-KEY_LETTERS) || 'image'
  if (!isTaken(plain)) return plain
  const [, name = plain, ending = ''] = /^(.*?)(\.\w{1,5})?$/.exec(plain) ?? []
  return `${name}_${randomUUID()}${ending}`
}
