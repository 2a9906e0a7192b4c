/** Calls about images. */
import * as z from 'zod/mini'
import { Image, ImageForm, ImageParams } from '../images.ts'
import { PageQuery, pageOf } from '../page.ts'
import { defineCalls } from './call.ts'
import { text } from './parts.ts'

/** Largest body of an upload, bytes: an image, and what the form adds. */
const FORM_BYTES = 524_288

const path = '/api/images/:type/:key'

export const imageCalls = defineCalls({
  uploadImage: {
    method: 'POST',
    path: '/api/image',
    body: ImageForm,
    bodyAs: 'form',
    bodyBytes: FORM_BYTES,
    reply: Image,
  },
  images: { method: 'GET', path: '/api/images', query: PageQuery, reply: pageOf(Image) },
  imageInfo: { method: 'GET', path: `${path}/info`, params: ImageParams, reply: Image },
  image: { method: 'GET', path, params: ImageParams, replyAs: 'file' },
  deleteImage: {
    method: 'DELETE',
    path,
    params: ImageParams,
    query: z.object({ force: text }),
    reply: z.looseObject({ success: z.boolean() }),
  },
})
