import { API_KEY_DAYS, MAX_API_KEYS } from '@greenwave/contract/wire/apiKeys'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { callUsers } from '../userApi.ts'

const DAY_MS = 86_400_000

const apiKeyKeys = { all: ['apiKeys'] as const }

/** Reads a user's API keys, the newest first. */
export function apiKeysQuery(userId: string) {
  return queryOptions({
    queryKey: [...apiKeyKeys.all, userId],
    queryFn: async ({ signal }) => {
      const query = { pageSize: MAX_API_KEYS, page: 0, sortProperty: 'createdTime', sortOrder: 'DESC' } as const
      return (await callUsers('apiKeys', { params: { userId }, query, signal })).data
    },
  })
}

/** A new API key: whose, for what, and for how many days. */
interface NewApiKey {
  readonly userId: string
  readonly description: string
  readonly days: number
}

/** Creates an API key; the reply alone has its value. */
export const createApiKeyMutation = mutationOptions({
  mutationFn: ({ userId, description, days }: NewApiKey) => {
    // The platform's clock may be behind, and its longest life counts from there: 0 requests that.
    const expirationTime = days === API_KEY_DAYS ? 0 : Date.now() + days * DAY_MS
    return callUsers('saveApiKey', {
      body: { userId: { entityType: 'USER', id: userId }, description, expirationTime, enabled: true },
    })
  },
  onSuccess: (_key, _asked, _result, { client }) => client.invalidateQueries({ queryKey: apiKeyKeys.all }),
})

/** Deletes an API key. */
export const deleteApiKeyMutation = mutationOptions({
  mutationFn: (apiKeyId: string) => callUsers('deleteApiKey', { params: { apiKeyId } }),
  onSuccess: (_reply, _id, _result, { client }) => client.invalidateQueries({ queryKey: apiKeyKeys.all }),
})
