import type { EntityDatabase } from './entityDatabase.ts'

/** Creates the repository of revocations: since when the tokens of a user or a session are invalid. */
export function createRevocationRepository({ db, lastingTransaction }: EntityDatabase) {
  const upsert = db.prepare(
    'INSERT INTO revocations (subject, since) VALUES (?, ?) ON CONFLICT (subject) DO UPDATE SET since = max(since, excluded.since)',
  )
  const deleteOlder = db.prepare('DELETE FROM revocations WHERE since < ?')
  const select = db.prepare('SELECT since FROM revocations WHERE subject = ?')

  return {
    /** Returns since when tokens of this user or session are invalid, epoch milliseconds. */
    outdatedSince(subject: string) {
      const row = select.get(subject)
      return row && Number(row.since)
    },
    invalidate(subject: string, sinceMs: number) {
      lastingTransaction(() => upsert.run(subject, sinceMs))
    },
    /** Deletes entries older than this. */
    prune(beforeMs: number) {
      lastingTransaction(() => deleteOlder.run(beforeMs))
    },
  }
}
