/** @file Users' API keys: credentials of programs, with the scope of their user and an end. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import {
  API_KEY_DAYS,
  API_KEY_DESCRIPTION_LENGTH,
  type ApiKey,
  type ApiKeyInfo,
  type ApiKeyRequest,
  MAX_API_KEYS,
} from '@greenwave/contract/wire/apiKeys'
import { MESSAGES } from '@greenwave/contract/wire/errors'
import { entityRef } from '@greenwave/contract/wire/ids'
import type { Page } from '@greenwave/contract/wire/page'
import type { User } from '@greenwave/contract/wire/users'
import { subjectOf } from '../audit/action.ts'
import type { AuditTrail } from '../audit/auditTrail.ts'
import type { Store } from '../store/openStore.ts'
import type { PageLink, StoredApiKey } from '../store/store.ts'
import type { EndedSessions } from './endedSessions.ts'
import type { Principal } from './principal.ts'
import { badRequest, notFound, Refusal } from './refusal.ts'

/** Bytes of a new key; as a text it has a third more characters. */
const KEY_BYTES = 48
const DAY_MS = 86_400_000

/** API keys. */
export interface ApiKeys {
  /** Returns the caller that a key stands for. @throws {Refusal} for a key that is unknown, disabled or expired */
  verify(value: string): Principal
  /** Returns a stored key. @throws {Refusal} */
  byId(id: string): StoredApiKey
  page(user: User, link: PageLink): Page<ApiKeyInfo>
  /** Creates a key of the caller and returns it with its value, which cannot be read again. @throws {Refusal} */
  create(principal: Principal, user: User, request: ApiKeyRequest): ApiKey
  /** Changes the description of a key, or whether it is enabled. @throws {Refusal} */
  update(principal: Principal, user: User, key: StoredApiKey, change: KeyChange): ApiKeyInfo
  remove(principal: Principal, user: User, key: StoredApiKey): void
}

/** Change of a key; undefined members stay. */
interface KeyChange {
  readonly description?: string | undefined
  readonly enabled?: boolean | undefined
}

interface ApiKeysParts {
  readonly store: Store
  readonly endedSessions: EndedSessions
  readonly audit: AuditTrail
  readonly now: () => number
}

/** Creates the API keys of a store. */
export function createApiKeys({ store, endedSessions, audit, now }: ApiKeysParts): ApiKeys {
  const infoOf = (key: StoredApiKey, { tenantId, id }: User): ApiKeyInfo => ({
    id: entityRef('API_KEY', key.id),
    createdTime: key.createdTime,
    tenantId,
    userId: id,
    expirationTime: key.expirationTime,
    description: key.description,
    enabled: key.enabled,
    expired: key.expirationTime <= now(),
  })

  function change(principal: Principal, user: User, { id, description }: StoredApiKey, what: string, work: () => void) {
    const data = { apiKey: id, description, change: what }
    audit.audited({ actor: principal, type: 'CREDENTIALS_UPDATED', ...subjectOf(user), data }, work)
  }

  function endOf(expirationTime: number | null | undefined): number {
    const latest = now() + API_KEY_DAYS * DAY_MS
    // ThingsBoard's clients ask with 0 for a key without an end.
    if (expirationTime == null || expirationTime === 0) return latest
    if (expirationTime > now() && expirationTime <= latest) return expirationTime
    throw badRequest(
      `expirationTime ${expirationTime}: give a time within ${API_KEY_DAYS} days from now, epoch milliseconds, or 0 for the longest`,
    )
  }

  return {
    verify(value) {
      const key = store.apiKeys.byHash(hashOf(value))
      const user = key && store.users.byId(key.userId)
      const isAlive = key?.enabled && key.expirationTime > now()
      if (!isAlive || user === undefined || !store.users.credentials(key.userId)?.enabled) {
        throw new Refusal('authentication', MESSAGES.authenticationFailed)
      }
      return {
        ...{ userId: key.userId, email: user.email, authority: user.authority },
        tenantId: user.tenantId.id,
        customerId: user.customerId.id,
        ...{ sessionId: key.id, chainId: key.id, apiKeyExpires: key.expirationTime },
      }
    },

    byId(id) {
      const key = store.apiKeys.byId(id)
      if (key === undefined) throw notFound('API key', id)
      return key
    },

    page(user, link) {
      const { data, ...totals } = store.apiKeys.page(user.id.id, link)
      return { ...totals, data: data.map((key) => infoOf(key, user)) }
    },

    create(principal, user, request) {
      if (principal.providerSession !== undefined) {
        throw new Refusal(
          'permissionDenied',
          'An API key would outlive this sign-in through the sign-in service. Sign in with a password to create one.',
        )
      }
      const value = randomBytes(KEY_BYTES).toString('base64url')
      const key: StoredApiKey = {
        ...{ id: randomUUID(), userId: user.id.id, hash: hashOf(value), createdTime: now() },
        expirationTime: endOf(request.expirationTime),
        description: checkedDescription(request.description),
        enabled: request.enabled ?? true,
      }
      if (store.apiKeys.countOf(user.id.id) >= MAX_API_KEYS) {
        throw badRequest(`A user has at most ${MAX_API_KEYS} API keys: delete one first`)
      }
      change(principal, user, key, 'added', () => store.apiKeys.save(key))
      return { ...infoOf(key, user), value }
    },

    update(principal, user, key, { description = key.description, enabled = key.enabled }) {
      const changed = { ...key, description: checkedDescription(description), enabled }
      change(principal, user, changed, enabled === key.enabled ? 'described' : enabled ? 'enabled' : 'disabled', () => {
        store.apiKeys.save(changed)
        if (!enabled) endedSessions.endSession(key.id)
      })
      return infoOf(changed, user)
    },

    remove: (principal, user, key) =>
      change(principal, user, key, 'removed', () => {
        store.apiKeys.remove(key.id)
        endedSessions.endSession(key.id)
      }),
  }
}

function checkedDescription(description: string | null | undefined): string {
  const text = description?.trim() ?? ''
  if (text === '' || text.length > API_KEY_DESCRIPTION_LENGTH || /<[a-z/!?]/i.test(text)) {
    throw badRequest(
      `description '${text.slice(0, 60)}': give 1 to ${API_KEY_DESCRIPTION_LENGTH} characters without HTML tags`,
    )
  }
  return text
}

const hashOf = (value: string): string => createHash('sha256').update(value).digest('base64url')
