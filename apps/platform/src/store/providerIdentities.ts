import type { EntityDatabase } from './entityDatabase.ts'
import type { ProviderIdentityRepository } from './store.ts'

/** Creates the repository of who of a sign-in provider is which user. */
export function createProviderIdentityRepository({ db, transaction }: EntityDatabase): ProviderIdentityRepository {
  const selectUser = db.prepare('SELECT user_id FROM provider_identities WHERE issuer = ? AND subject = ?')
  const selectSubject = db.prepare('SELECT subject FROM provider_identities WHERE issuer = ? AND user_id = ?')
  const selectOf = db.prepare('SELECT 1 FROM provider_identities WHERE user_id = ?')
  const insert = db.prepare('INSERT INTO provider_identities (issuer, subject, user_id) VALUES (?, ?, ?)')
  const deleteOf = db.prepare('DELETE FROM provider_identities WHERE user_id = ?')
  const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
  return {
    userOf: (issuer, subject) => textOf(selectUser.get(issuer, subject)?.user_id),
    subjectOf: (issuer, userId) => textOf(selectSubject.get(issuer, userId)?.subject),
    save: (issuer, subject, userId) => void transaction(() => insert.run(issuer, subject, userId)),
    remove(userId) {
      const hadSome = selectOf.get(userId) !== undefined
      transaction(() => deleteOf.run(userId))
      return hadSome
    },
  }
}
