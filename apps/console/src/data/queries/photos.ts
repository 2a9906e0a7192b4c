/** Photos that the platform keeps. */
import { createClient } from '@greenwave/client/createClient'
import { imageCalls } from '@greenwave/contract/wire/calls/images'
import { imageOfLink } from '@greenwave/contract/wire/imageLinks'
import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../apiErrors.ts'
import { callDeps } from '../signInApi.ts'

/** Calls the platform about images. Throws as `callApi` does. */
const callImages = createClient({ ...callDeps, calls: imageCalls })

/** A photo: the link of one that the platform keeps, or a file that is not uploaded yet. */
export type Photo = string | File

/** Uploads photos of a device, those that are not yet. Resolves with the links of all. */
export async function uploadPhotos(deviceId: string, photos: readonly Photo[]): Promise<readonly string[]> {
  const links: string[] = []
  for (const photo of photos) {
    links.push(typeof photo === 'string' ? photo : await uploadPhoto(deviceId, photo))
  }
  return links
}

/** Uploads a photo of a device. Resolves with its link. */
export async function uploadPhoto(deviceId: string, file: File): Promise<string> {
  return (await callImages('uploadImage', { body: { file, title: deviceId } })).link
}

/** Deletes a photo; one that is deleted already stays so. */
export async function deletePhoto(link: string): Promise<void> {
  const params = imageOfLink(link)
  if (params) await callImages('deleteImage', { params, query: {} }).catch(passMissing)
}

/** Passes over a subject that is deleted already. */
export function passMissing(error: unknown): undefined {
  if (!(error instanceof ApiError) || error.status !== 404) throw error
}

/** Resolves with the link of the photo that was uploaded under a name that no other has; undefined without one. */
export async function findPhoto(name: string): Promise<string | undefined> {
  return callImages('imageInfo', { params: { type: 'tenant', key: name }, fresh: true }).then(
    ({ link }) => link,
    (error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return undefined
      throw error
    },
  )
}

/**
 * Returns whether a text is an address from which a browser may load a picture, or the link of a photo on the platform.
 * Scripts and local files are not allowed.
 */
export function isImageUrl(text: string): boolean {
  if (imageOfLink(text)) return true
  if (!URL.canParse(text)) return false
  const { protocol } = new URL(text)
  return protocol === 'http:' || protocol === 'https:' || (protocol === 'data:' && text.startsWith('data:image/'))
}

/** Photos that wait on this device, each as an address that holds all of it, by the links that they will have. */
export const waitingPhotos = new Map<string, string>()

/** Reads a photo as an address that the page may show. */
export function photoQuery(photo: Photo) {
  const key = typeof photo === 'string' ? photo : `${photo.name} ${photo.size}`
  return queryOptions({
    queryKey: ['photo', key],
    queryFn: async ({ signal }) => {
      if (typeof photo !== 'string') return dataUrl(photo)
      const waiting = waitingPhotos.get(photo)
      if (waiting !== undefined) return waiting
      const params = imageOfLink(photo)
      if (!params) return photo
      const { bytes } = await callImages('image', { params, signal })
      // Browsers find the kind of a picture by its bytes, whatever its type says.
      return dataUrl(new Blob([await new Response(bytes).blob()], { type: 'image/jpeg' }))
    },
    // A picture elsewhere is shown from where it is.
    ...(typeof photo === 'string' && !imageOfLink(photo) && { initialData: photo }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

/** Returns a picture as an address that holds all of it, which the policy of the page allows. */
export function dataUrl(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '')
    reader.onerror = () => reject(new Error('The picture could not be read'))
    reader.readAsDataURL(picture)
  })
}

/** Returns the file that an address of `dataUrl` holds. */
export function fileOf(address: string, name: string): File {
  const [head = '', content = ''] = address.split(',', 2)
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
  return new File([bytes], name, { type: head.slice('data:'.length).split(';')[0] ?? '' })
}
