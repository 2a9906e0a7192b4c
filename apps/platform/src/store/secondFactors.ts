import type { EntityDatabase } from './entityDatabase.ts'
import type { SecondFactors } from './store.ts'

/** Creates the repository of second factors: a row for each user who has some, deleted with the user. */
export function createSecondFactorRepository({ db, transaction, lastingTransaction }: EntityDatabase) {
  const select = db.prepare('SELECT body FROM second_factors WHERE user_id = ?')
  const upsert = db.prepare(
    'INSERT INTO second_factors (user_id, body) VALUES (?, ?) ON CONFLICT (user_id) DO UPDATE SET body = excluded.body',
  )
  const deleteOf = db.prepare('DELETE FROM second_factors WHERE user_id = ?')
  return {
    of(userId: string) {
      const row = select.get(userId)
      return row && (JSON.parse(String(row.body)) as SecondFactors)
    },
    save(userId: string, factors: SecondFactors) {
      transaction(() => upsert.run(userId, JSON.stringify(factors)))
    },
    /** Saves what a use changed. It holds at once, and is written to disk as soon as that is possible. */
    noteUse(userId: string, factors: SecondFactors) {
      lastingTransaction(() => upsert.run(userId, JSON.stringify(factors)))
    },
    remove(userId: string) {
      transaction(() => deleteOf.run(userId))
    },
  }
}
