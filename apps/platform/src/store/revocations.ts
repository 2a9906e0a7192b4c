import type { EntityDatabase } from './entityDatabase.ts'
import type { RevocationRepository } from './store.ts'

/** Creates the repository of revocations: since when the tokens of a user or a session are invalid. */
export function createRevocationRepository({ db, lastingTransaction }: EntityDatabase): RevocationRepository {
  const upsert = db.prepare(
    'INSERT INTO revocations (subject, since) VALUES (?, ?) ON CONFLICT (subject) DO UPDATE SET since = max(since, excluded.since)',
  )
  const deleteOlder = db.prepare('DELETE FROM revocations WHERE since < ?')
  const select = db.prepare('SELECT since FROM revocations WHERE subject = ?')

  return {
    outdatedSince(subject) {
      const row = select.get(subject)
      return row && Number(row.since)
    },
    invalidate(subject, sinceMs) {
      lastingTransaction(() => upsert.run(subject, sinceMs))
    },
    prune(beforeMs) {
      lastingTransaction(() => deleteOlder.run(beforeMs))
    },
  }
}
