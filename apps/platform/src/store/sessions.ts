import type { EntityDatabase } from './entityDatabase.ts'
import type { StoredSession } from './store.ts'

/** Creates the repository of sessions that have not ended. Ended ones have revocations. */
export function createSessionRepository({ db, lastingTransaction }: EntityDatabase) {
  const selectAll = db.prepare('SELECT * FROM sessions')
  const upsert = db.prepare(`
    INSERT INTO sessions (id, user_id, started_at, last_used_at, renewed_at, generation, client_address, user_agent,
      impersonated_by, is_used, provider_session, impersonator_id)
    VALUES (:id, :userId, :startedAt, :lastUsedAt, :renewedAt, :generation, :clientAddress, :userAgent, :impersonatedBy,
      :isUsed, :providerSession, :impersonatorId)
    ON CONFLICT (id) DO UPDATE SET last_used_at = excluded.last_used_at, renewed_at = excluded.renewed_at,
      generation = excluded.generation, is_used = excluded.is_used, client_address = excluded.client_address, user_agent = excluded.user_agent`)
  const deleteById = db.prepare('DELETE FROM sessions WHERE id = ?')

  return {
    all: () => selectAll.all().map(readSession),
    /** Inserts or updates all of them, or none. */
    save: (sessions: readonly StoredSession[]) =>
      lastingTransaction(() => {
        for (const session of sessions) upsert.run({ ...session, isUsed: Number(session.isUsed) })
      }),
    remove: (ids: readonly string[]) =>
      lastingTransaction(() => {
        for (const id of ids) deleteById.run(id)
      }),
  }
}

function readSession(row: Record<string, unknown>): StoredSession {
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
  return {
    id: String(row.id),
    userId: String(row.user_id),
    startedAt: Number(row.started_at),
    lastUsedAt: Number(row.last_used_at),
    renewedAt: Number(row.renewed_at),
    generation: Number(row.generation),
    isUsed: row.is_used !== 0,
    clientAddress: text(row.client_address),
    userAgent: text(row.user_agent),
    impersonatedBy: text(row.impersonated_by),
    impersonatorId: text(row.impersonator_id),
    providerSession: text(row.provider_session),
  }
}
