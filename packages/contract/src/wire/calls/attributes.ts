/** Calls that read and write attributes. */
import * as z from 'zod/mini'
import { Attributes, AttributeWrite } from '../attributes.ts'
import { Uuid } from '../ids.ts'
import { defineFamily } from './call.ts'
import { entity, entityScope, KeysQuery, VALUES_PATH } from './parts.ts'

export const attributeCalls = defineFamily(
  { refusal: 'text' },
  {
    attributes: {
      method: 'GET',
      storable: true,
      path: `${VALUES_PATH}/values/attributes/:scope`,
      params: entityScope,
      query: KeysQuery,
      reply: Attributes,
    },
    allAttributes: {
      method: 'GET',
      path: `${VALUES_PATH}/values/attributes`,
      params: entity,
      query: KeysQuery,
      reply: Attributes,
    },
    attributeKeys: {
      method: 'GET',
      path: `${VALUES_PATH}/keys/attributes/:scope`,
      params: entityScope,
      reply: z.array(z.string()),
    },
    allAttributeKeys: {
      method: 'GET',
      path: `${VALUES_PATH}/keys/attributes`,
      params: entity,
      reply: z.array(z.string()),
    },
    saveAttributes: {
      method: 'POST',
      path: `${VALUES_PATH}/:scope`,
      aliases: [`${VALUES_PATH}/attributes/:scope`],
      params: entityScope,
      body: AttributeWrite,
      bodyAs: 'text',
      writes: 'values',
    },
    saveDeviceAttributes: {
      method: 'POST',
      path: '/api/plugins/telemetry/:deviceId/:scope',
      params: z.object({ deviceId: Uuid, scope: z.string() }),
      body: AttributeWrite,
      bodyAs: 'text',
      writes: 'values',
    },
    deleteAttributes: {
      method: 'DELETE',
      path: `${VALUES_PATH}/:scope`,
      params: entityScope,
      query: KeysQuery,
      writes: 'values',
    },
  },
)
