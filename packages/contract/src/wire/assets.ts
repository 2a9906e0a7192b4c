import * as z from 'zod/mini'
import { bodyText, bodyVersion } from './fields.ts'
import { EntityRef, noRef } from './ids.ts'
import { nothing, numberOrZero, textOrEmpty, textOrNothing, tolerantRow, truthOrFalse } from './tolerant.ts'

const assetFields = {
  id: EntityRef,
  createdTime: z.number(),
  tenantId: EntityRef,
  customerId: EntityRef,
  name: z.string(),
  type: z.string(),
  label: z.nullish(z.string()),
  assetProfileId: EntityRef,
  externalId: z.nullish(EntityRef),
  version: z.nullish(z.number()),
  additionalInfo: z.optional(z.unknown()),
}

const assetFallbacks = {
  createdTime: numberOrZero,
  tenantId: noRef('TENANT'),
  customerId: noRef('CUSTOMER'),
  name: textOrEmpty,
  type: textOrEmpty,
  label: textOrNothing,
  assetProfileId: noRef('ASSET_PROFILE'),
  externalId: nothing,
  version: nothing,
}

/**
 * An asset: something of the street that is no device, such as a corridor. `type` is the name of its profile;
 * `additionalInfo` is any JSON.
 */
export const Asset = tolerantRow('an asset', z.looseObject(assetFields), assetFallbacks)
export type Asset = z.infer<typeof Asset>

/** An asset as lists return it. A `customerTitle` of null means not assigned. */
export const AssetInfo = tolerantRow(
  'an asset',
  z.looseObject({
    ...assetFields,
    customerTitle: z.nullable(z.string()),
    customerIsPublic: z.boolean(),
    assetProfileName: z.string(),
  }),
  {
    ...assetFallbacks,
    customerTitle: textOrNothing,
    customerIsPublic: truthOrFalse,
    assetProfileName: textOrEmpty,
  },
)
export type AssetInfo = z.infer<typeof AssetInfo>

/**
 * Body that creates an asset (no id) or replaces one: a missing member is cleared, `customerId` included. `type` counts
 * only without `assetProfileId`.
 */
export const AssetRequest = z.looseObject({
  id: z.nullish(EntityRef),
  name: bodyText,
  type: bodyText,
  label: bodyText,
  assetProfileId: z.nullish(EntityRef),
  customerId: z.nullish(EntityRef),
  version: bodyVersion,
  additionalInfo: z.optional(z.unknown()),
})
export type AssetRequest = z.infer<typeof AssetRequest>

/** An asset profile by its name, which is the type of its assets. */
export const AssetProfileName = tolerantRow('an asset profile', z.looseObject({ id: EntityRef, name: z.string() }), {
  name: textOrEmpty,
})
export type AssetProfileName = z.infer<typeof AssetProfileName>
