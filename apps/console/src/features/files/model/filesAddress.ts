import * as z from 'zod/mini'
import { catch as otherwise } from 'zod/mini'

const Id = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i))

/** The query parameters of settings as a file; an invalid value counts as none. */
export const SettingsFileAddress = z.object({
  /** The id of the device of which it is. */
  junction: otherwise(z.optional(Id), undefined),
})
