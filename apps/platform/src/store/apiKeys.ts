import { foldText } from '@greenwave/contract/text'
import type { EntityDatabase } from './entityDatabase.ts'
import { createListReader, type ListShape } from './listQuery.ts'
import type { PageLink, StoredApiKey } from './store.ts'
import { foldedPattern, orderKey } from './textOrder.ts'

const API_KEY_LIST: ListShape = {
  table: 'api_keys',
  columns: '*',
  sort: {
    createdTime: 'created_time',
    expirationTime: 'expiration_time',
    description: 'description_key',
    enabled: 'enabled',
  },
  search: ['description_search'],
  pattern: foldedPattern,
}
/** Properties by which the list can be sorted, the documented ones first. */
export const API_KEY_SORTS = Object.keys(API_KEY_LIST.sort)

/** Creates the repository of API keys: their hashes, deleted with their user. */
export function createApiKeyRepository({ db, transaction }: EntityDatabase) {
  const selectById = db.prepare('SELECT * FROM api_keys WHERE id = ?')
  const selectByHash = db.prepare('SELECT * FROM api_keys WHERE hash = ?')
  const countOf = db.prepare('SELECT count(*) AS n FROM api_keys WHERE user_id = ?')
  const upsert = db.prepare(`
    INSERT INTO api_keys (id, user_id, hash, created_time, expiration_time, description, description_key,
      description_search, enabled)
    VALUES (:id, :userId, :hash, :createdTime, :expirationTime, :description, :descriptionKey, :descriptionSearch,
      :enabled)
    ON CONFLICT (id) DO UPDATE SET description = excluded.description, description_key = excluded.description_key,
      description_search = excluded.description_search, enabled = excluded.enabled`)
  const deleteById = db.prepare('DELETE FROM api_keys WHERE id = ?')
  const readPage = createListReader<StoredApiKey>(db, API_KEY_LIST, readKey)
  const found = (row: Record<string, unknown> | undefined): StoredApiKey | undefined => row && readKey(row)
  return {
    byId: (id: string) => found(selectById.get(id)),
    byHash: (hash: string) => found(selectByHash.get(hash)),
    /** Returns the number of keys that a user has. */
    countOf: (userId: string) => Number(countOf.get(userId)?.n ?? 0),
    page: (userId: string, link: PageLink) => readPage([{ sql: 'user_id = ?', value: userId }], link),
    save(key: StoredApiKey) {
      const { description } = key
      transaction(() =>
        upsert.run({
          ...key,
          enabled: key.enabled ? 1 : 0,
          descriptionKey: orderKey(description),
          descriptionSearch: foldText(description),
        }),
      )
    },
    remove: (id: string) => void transaction(() => deleteById.run(id)),
  }
}

function readKey(row: Record<string, unknown>): StoredApiKey {
  return {
    id: String(row.id),
    userId: String(row.user_id),
    hash: String(row.hash),
    createdTime: Number(row.created_time),
    expirationTime: Number(row.expiration_time),
    description: String(row.description),
    enabled: row.enabled === 1,
  }
}
