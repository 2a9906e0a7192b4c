/** @file Shapes of single fields: those that forms check before the platform does, and those of bodies. */
import * as z from 'zod/mini'

/** Longest name, label, title or first name that the platform stores, in UTF-16 units. */
export const TEXT_LIMIT = 255

/** An e-mail address as the platform accepts it: ASCII, no spaces, a dot and at least two letters at the end. */
export const EMAIL_ADDRESS = /^[\w!#$%&'*+/=?`{|}~^.-]+@[A-Z0-9.-]+\.[A-Z]{2,}$/i

/** A telephone number as ITU-T E.164 writes it: a plus sign, a digit from 1 to 9, then 1 to 14 digits. */
export const PHONE_E164 = /^\+[1-9]\d{1,14}$/

/** A text member of a body. A number or boolean is converted to text, as in ThingsBoard. */
export const bodyText = z.nullish(
  z.pipe(
    z.union([z.string(), z.number(), z.boolean()], {
      error: 'a list or an object stands where a text, a number or a truth is wanted',
    }),
    z.transform(String),
  ),
)

/** A version in a body: a number, or the text of one. */
export const bodyVersion = z.nullish(
  z.union([z.number(), z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number))], {
    error: 'it must be the number that was read',
  }),
)
