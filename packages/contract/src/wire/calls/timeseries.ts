/** Calls that read and write telemetry. */
import * as z from 'zod/mini'
import { TelemetryValues } from '../telemetry.ts'
import { defineFamily } from './call.ts'
import { entity, entityScope, KeysQuery, text, VALUES_PATH } from './parts.ts'

export const timeseriesCalls = defineFamily(
  { refusal: 'text' },
  {
    timeseries: {
      method: 'GET',
      path: `${VALUES_PATH}/values/timeseries`,
      aliases: [`${VALUES_PATH}/values/timeseries/history`],
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
      path: `${VALUES_PATH}/keys/timeseries`,
      params: entity,
      reply: z.array(z.string()),
    },
    saveTimeseries: {
      method: 'POST',
      path: `${VALUES_PATH}/timeseries/:scope`,
      params: entityScope,
      body: z.unknown(),
      bodyAs: 'text',
      writes: 'values',
    },
    saveTimeseriesWithTtl: {
      method: 'POST',
      path: `${VALUES_PATH}/timeseries/:scope/:ttl`,
      params: z.extend(entityScope, { ttl: z.string() }),
      body: z.unknown(),
      bodyAs: 'text',
      writes: 'values',
    },
    deleteTimeseries: {
      method: 'DELETE',
      path: `${VALUES_PATH}/timeseries/delete`,
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
