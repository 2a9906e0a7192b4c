/** Calls about API keys. */
import * as z from 'zod/mini'
import { ApiKey, ApiKeyInfo, ApiKeyRequest } from '../apiKeys.ts'
import { Uuid } from '../ids.ts'
import { PageQuery, pageOf } from '../page.ts'
import { defineCalls } from './call.ts'
import { userId } from './parts.ts'

const apiKeyId = z.object({ apiKeyId: Uuid })

export const apiKeyCalls = defineCalls({
  saveApiKey: { method: 'POST', path: '/api/apiKey', body: ApiKeyRequest, reply: ApiKey, smallBody: true },
  apiKeys: { method: 'GET', path: '/api/apiKeys/:userId', params: userId, query: PageQuery, reply: pageOf(ApiKeyInfo) },
  describeApiKey: {
    method: 'PUT',
    path: '/api/apiKey/:apiKeyId/description',
    params: apiKeyId,
    body: z.string(),
    bodyAs: 'text',
    reply: ApiKeyInfo,
    smallBody: true,
  },
  enableApiKey: {
    method: 'PUT',
    path: '/api/apiKey/:apiKeyId/enabled/:enabled',
    params: z.object({ apiKeyId: Uuid, enabled: z.enum(['true', 'false']) }),
    reply: ApiKeyInfo,
  },
  deleteApiKey: { method: 'DELETE', path: '/api/apiKey/:apiKeyId', params: apiKeyId },
})
