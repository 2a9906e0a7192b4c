import type { User } from '@greenwave/contract/wire/users'
import { badRequest } from '../access/refusal.ts'
import type { EntityDeps } from '../entities/entityDeps.ts'
import { pageLink } from '../entities/pageLinks.ts'
import type { Reach } from '../entities/reach.ts'
import type { StoredApiKey } from '../store/store.ts'
import { handlersOf, policiesOf } from './callTypes.ts'
import { API_KEY_SORTS } from '../store/apiKeys.ts'

/** Policies of the calls about API keys. */
export const apiKeyPolicies = policiesOf({
  saveApiKey: {
    may: { TENANT_ADMIN: 'self', CUSTOMER_USER: 'self', isOwnerOnly: true },
    summary:
      "Create an API key of the caller, whose value only this reply has; with an id, change its description or whether it is enabled. Send it as 'X-Authorization: ApiKey <value>'",
    records: 'CREDENTIALS_UPDATED',
  },
  apiKeys: {
    may: { TENANT_ADMIN: 'tenant', CUSTOMER_USER: 'self' },
    summary: "A user's API keys, without their values",
  },
  describeApiKey: {
    may: { TENANT_ADMIN: 'self', CUSTOMER_USER: 'self', isOwnerOnly: true },
    summary: 'Change the description of an API key',
    records: 'CREDENTIALS_UPDATED',
  },
  enableApiKey: {
    may: { TENANT_ADMIN: 'self', CUSTOMER_USER: 'self', isOwnerOnly: true },
    summary: 'Enable or disable an API key',
    records: 'CREDENTIALS_UPDATED',
  },
  deleteApiKey: {
    may: { TENANT_ADMIN: 'tenant', CUSTOMER_USER: 'self', isOwnerOnly: true },
    summary: 'Delete an API key',
    records: 'CREDENTIALS_UPDATED',
  },
})

/** Returns the handlers of the calls about API keys. */
export function apiKeyHandlers({ access }: EntityDeps) {
  const { apiKeys } = access
  /** Returns a key with its user, if the caller reaches the user. */
  function keyOf(id: string, reach: Reach): { readonly key: StoredApiKey; readonly user: User } {
    const key = apiKeys.byId(id)
    return { key, user: reach.user(key.userId) }
  }
  return handlersOf({
    saveApiKey: ({ principal, reach, body }) => {
      const user = reach.user(body.userId.id)
      if (body.id == null) return apiKeys.create(principal, user, body)
      const { key, user: owner } = keyOf(body.id.id, reach)
      if (owner.id.id !== user.id.id) throw badRequest('Cannot update API key user id!')
      if (body.expirationTime != null && body.expirationTime !== key.expirationTime) {
        throw badRequest('Cannot update API key expiration time!')
      }
      const { description, enabled } = body
      const change = { description: description ?? undefined, enabled: enabled ?? undefined }
      return { ...apiKeys.update(principal, user, key, change), value: null }
    },
    apiKeys: ({ params, query, reach }) => apiKeys.page(reach.user(params.userId), pageLink(query, API_KEY_SORTS)),
    describeApiKey: ({ params, principal, reach, bodyText }) => {
      const { key, user } = keyOf(params.apiKeyId, reach)
      return apiKeys.update(principal, user, key, { description: textOf(bodyText) })
    },
    enableApiKey: ({ params, principal, reach }) => {
      const { key, user } = keyOf(params.apiKeyId, reach)
      return apiKeys.update(principal, user, key, { enabled: params.enabled === 'true' })
    },
    deleteApiKey: ({ params, principal, reach }) => {
      const { key, user } = keyOf(params.apiKeyId, reach)
      apiKeys.remove(principal, user, key)
    },
  })
}

/** Returns the text of a body, which clients send as it is or as JSON. */
function textOf(body: string): string {
  try {
    const json: unknown = JSON.parse(body)
    return typeof json === 'string' ? json : body
  } catch {
    return body
  }
}
