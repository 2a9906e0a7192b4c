/** @file Copies the photos of devices. They keep their keys, by which attributes, works and comments name them. */
import { ApiError } from '@greenwave/client/callErrors'
import { imageOfLink } from '@greenwave/contract/wire/imageLinks'
import type { Image } from '@greenwave/contract/wire/images'
import type { EntryOutcome } from '../entryImport.ts'
import { type CopyContext, type CopyJob, type CopyPage, pagesOf } from './copyContext.ts'
import { NotCopiedError } from './copiedIds.ts'
import { ifFound } from './copyEntity.ts'

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const NO_SUCH_CALL = [404, 405]

/** Returns how photos are copied. */
export function imagesJob(context: CopyContext): CopyJob<Image> {
  const { from, to, ids, isDryRun } = context
  return {
    kind: 'images',
    pages: () => imagePages(context),
    idOf: ({ id }) => id.id,
    nameOf: ({ resourceKey }) => resourceKey,
    async copy({ title, link, resourceKey }): Promise<EntryOutcome> {
      const device = ids.of(title)
      const params = imageOfLink(link)
      if (device === undefined || !params) throw new NotCopiedError(`the device ${title}`)
      const there = await ifFound(to('imageInfo', { params }))
      if (there) return there.title === device ? { state: 'same' } : { state: 'conflict', fields: ['title'] }
      if (isDryRun) return { state: 'created' }
      const { bytes } = await from('image', { params })
      const file = new File([await new Response(bytes).blob()], resourceKey)
      await to('uploadImage', { body: { file, title: device } })
      return { state: 'created' }
    },
  }
}

/** Reads the photos of devices; none from a platform that keeps no images. */
async function* imagePages(context: CopyContext): AsyncGenerator<CopyPage<Image>, void, void> {
  try {
    for await (const { rows, fraction } of pagesOf(context, (query) => context.from('images', { query }))) {
      yield { rows: rows.filter(({ title }) => ID.test(title)), fraction }
    }
  } catch (error) {
    if (!(error instanceof ApiError) || !NO_SUCH_CALL.includes(error.status)) throw error
  }
}
