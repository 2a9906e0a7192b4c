import type { EntityDatabase } from './entityDatabase.ts'
import type { SecondFactorRepository, SecondFactors } from './store.ts'

/** Creates the repository of second factors: a row for each user who has some, deleted with the user. */
export function createSecondFactorRepository({
  db,
  transaction,
  lastingTransaction,
}: EntityDatabase): SecondFactorRepository {
  const select = db.prepare('SELECT body FROM second_factors WHERE user_id = ?')
  const upsert = db.prepare(
    'INSERT INTO second_factors (user_id, body) VALUES (?, ?) ON CONFLICT (user_id) DO UPDATE SET body = excluded.body',
  )
  const deleteOf = db.prepare('DELETE FROM second_factors WHERE user_id = ?')
  return {
    of(userId) {
      const row = select.get(userId)
      return row && (JSON.parse(String(row.body)) as SecondFactors)
    },
    save(userId, factors) {
      transaction(() => upsert.run(userId, JSON.stringify(factors)))
    },
    noteUse(userId, factors) {
      lastingTransaction(() => upsert.run(userId, JSON.stringify(factors)))
    },
    remove(userId) {
      transaction(() => deleteOf.run(userId))
    },
  }
}
