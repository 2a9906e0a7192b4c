import { tenantAdmins, admins, watchers } from '../access/permissions.ts'
import type { EntityDeps } from '../entities/entityDeps.ts'
import { deleteImage, imageOf, uploadImage } from '../entities/images.ts'
import { deleteUnusedPhotos, sumUnusedPhotos } from '../entities/unusedPhotos.ts'
import { pageLink } from '../entities/pageLinks.ts'
import { IMAGE_SORTS } from '../store/images.ts'
import { Answer, handlersOf, policiesOf } from './callTypes.ts'

/** Policies of the calls about images. */
export const imagePolicies = policiesOf({
  uploadImage: {
    may: watchers,
    summary: 'Keep an image, of the device whose id is the title; customer users only for their devices',
    records: 'ADDED',
  },
  images: { may: admins, summary: 'Images of the tenant' },
  imageInfo: { may: watchers, summary: 'What is known of an image' },
  image: { may: watchers, summary: 'The file of an image, for users who may see its device' },
  deleteImage: { may: tenantAdmins, summary: 'Delete an image', records: 'DELETED' },
  unusedPhotos: {
    may: tenantAdmins,
    summary: 'Number and bytes of photos that nothing names, and that are older than a day',
  },
  deleteUnusedPhotos: { may: tenantAdmins, summary: 'Delete the photos that nothing names', records: 'DELETED' },
})

/** Returns the handlers of the calls about images. */
export function imageHandlers(deps: EntityDeps) {
  const { store } = deps
  return handlersOf({
    uploadImage: (input) => uploadImage(deps, input, input.body),
    images: ({ query, principal }) => store.images.page(principal.tenantId, pageLink(query, IMAGE_SORTS)),
    imageInfo: (input) => imageOf(deps, input, input.params.type, input.params.key),
    async image(input) {
      const found = imageOf(deps, input, input.params.type, input.params.key)
      const { mediaType } = Object(found.descriptor) as { mediaType: string }
      // Downloaded when it is opened, so that nothing in it acts for the page's origin.
      const headers = { 'content-type': mediaType, 'content-disposition': `attachment; filename="${found.fileName}"` }
      return new Answer(200, headers, await store.images.content(found.id.id))
    },
    deleteImage(input) {
      deleteImage(deps, input.principal, imageOf(deps, input, input.params.type, input.params.key))
      return { success: true }
    },
    unusedPhotos: ({ principal, gone }) => sumUnusedPhotos(deps, principal, gone),
    deleteUnusedPhotos: ({ principal, gone }) => deleteUnusedPhotos(deps, principal, gone),
  })
}
