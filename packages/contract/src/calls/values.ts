/** Calls that read and write attributes and telemetry. */
import * as z from 'zod/mini'
import { Attributes, AttributeWrite } from '../attributes.ts'
import { Uuid } from '../ids.ts'
import { TelemetryValues } from '../telemetry.ts'
import { defineFamily } from './call.ts'
import { entity, entityScope, text, texts } from './parts.ts'

const KeysQuery = z.object({ keys: texts, key: texts })
const TELEMETRY = '/api/plugins/telemetry/:entityType/:entityId'

export const valueCalls = defineFamily(
  { refusal: 'text' },
  {
    attributes: {
      method: 'GET',
      path: `${TELEMETRY}/values/attributes/:scope`,
      params: entityScope,
      query: KeysQuery,
      reply: Attributes,
    },
    allAttributes: {
      method: 'GET',
      path: `${TELEMETRY}/values/attributes`,
      params: entity,
      query: KeysQuery,
      reply: Attributes,
    },
    attributeKeys: {
      method: 'GET',
      path: `${TELEMETRY}/keys/attributes/:scope`,
      params: entityScope,
      reply: z.array(z.string()),
    },
    allAttributeKeys: {
      method: 'GET',
      path: `${TELEMETRY}/keys/attributes`,
      params: entity,
      reply: z.array(z.string()),
    },
    saveAttributes: {
      method: 'POST',
      path: `${TELEMETRY}/:scope`,
      aliases: [`${TELEMETRY}/attributes/:scope`],
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
      path: `${TELEMETRY}/:scope`,
      params: entityScope,
      query: KeysQuery,
      writes: 'values',
    },
    timeseries: {
      method: 'GET',
      path: `${TELEMETRY}/values/timeseries`,
      aliases: [`${TELEMETRY}/values/timeseries/history`],
      params: entity,
      query: z.extend(KeysQuery, {
        startTs: text,
        endTs: text,
        limit: text,
        orderBy: text,
        agg: text,
        interval: text,
        intervalType: text,
        timeZone: text,
        useStrictDataTypes: text,
      }),
      reply: TelemetryValues,
    },
    timeseriesKeys: {
      method: 'GET',
      path: `${TELEMETRY}/keys/timeseries`,
      params: entity,
      reply: z.array(z.string()),
    },
    saveTimeseries: {
      method: 'POST',
      path: `${TELEMETRY}/timeseries/:scope`,
      params: entityScope,
      body: z.unknown(),
      bodyAs: 'text',
      writes: 'values',
    },
    deleteTimeseries: {
      method: 'DELETE',
      path: `${TELEMETRY}/timeseries/delete`,
      params: entity,
      query: z.extend(KeysQuery, {
        deleteAllDataForKeys: text,
        startTs: text,
        endTs: text,
        deleteLatest: text,
        rewriteLatestIfDeleted: text,
      }),
      writes: 'values',
    },
  },
)
