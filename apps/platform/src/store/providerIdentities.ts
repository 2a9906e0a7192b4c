import type { EntityDatabase } from './entityDatabase.ts'

/** Creates the repository of who of a sign-in provider is which user. */
export function createProviderIdentityRepository({ db, transaction }: EntityDatabase) {
  const selectUser = db.prepare('SELECT user_id FROM provider_identities WHERE issuer = ? AND subject = ?')
  const selectSubject = db.prepare('SELECT subject FROM provider_identities WHERE issuer = ? AND user_id = ?')
  const selectOf = db.prepare('SELECT 1 FROM provider_identities WHERE user_id = ?')
  const insert = db.prepare('INSERT INTO provider_identities (issuer, subject, user_id) VALUES (?, ?, ?)')
  const deleteOf = db.prepare('DELETE FROM provider_identities WHERE user_id = ?')
  const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
  return {
    userOf: (issuer: string, subject: string) => textOf(selectUser.get(issuer, subject)?.user_id),
    subjectOf: (issuer: string, userId: string) => textOf(selectSubject.get(issuer, userId)?.subject),
    /** Makes the subject this user; a user has one subject of an issuer at most. */
    save: (issuer: string, subject: string, userId: string) =>
      void transaction(() => insert.run(issuer, subject, userId)),
    /** Forgets the user's subjects; returns whether there were some. */
    remove(userId: string) {
      const hadSome = selectOf.get(userId) !== undefined
      transaction(() => deleteOf.run(userId))
      return hadSome
    },
  }
}
