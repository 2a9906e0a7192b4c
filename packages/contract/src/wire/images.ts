/** @file Images that the platform keeps, such as photos of junctions. */
import * as z from 'zod/mini'
import { EntityRef, noRef } from './ids.ts'
import { numberOrZero, textOrEmpty, tolerantRow } from './tolerant.ts'

/**
 * An image. `title` is the id of the device that it belongs to: who may see the device, may see the image. Any other
 * title belongs to the tenant alone. `link` is its path on the platform.
 */
export const Image = tolerantRow(
  'an image',
  z.looseObject({
    id: EntityRef,
    createdTime: z.number(),
    tenantId: EntityRef,
    title: z.string(),
    resourceType: z.string(),
    resourceKey: z.string(),
    fileName: z.string(),
    link: z.string(),
  }),
  {
    createdTime: numberOrZero,
    tenantId: noRef('TENANT'),
    title: textOrEmpty,
    resourceType: textOrEmpty,
    fileName: textOrEmpty,
  },
)
export type Image = z.infer<typeof Image>

/** The form that uploads an image. The name of the file becomes the image's key, unless another image has it. */
export const ImageForm = z.object({ file: z.file(), title: z.optional(z.string()) })
export type ImageForm = z.infer<typeof ImageForm>

/** Parameters of a call about one image: `type` is `tenant`. */
export const ImageParams = z.object({ type: z.string(), key: z.string() })
