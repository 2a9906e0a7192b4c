import type { EntityDatabase } from './entityDatabase.ts'
import type { EmailChange } from './store.ts'

/** Creates the repository of new e-mail addresses that wait for their proof. */
export function createEmailChangeRepository({ db, transaction }: EntityDatabase) {
  const selectOf = db.prepare('SELECT * FROM email_changes WHERE user_id = ?')
  const selectByToken = db.prepare('SELECT * FROM email_changes WHERE token_hash = ?')
  const upsert = db.prepare(`
    INSERT INTO email_changes (user_id, email, token_hash, expires_ts) VALUES (:userId, :email, :tokenHash, :expiresTs)
    ON CONFLICT (user_id) DO UPDATE SET email = excluded.email, token_hash = excluded.token_hash,
      expires_ts = excluded.expires_ts`)
  const deleteOf = db.prepare('DELETE FROM email_changes WHERE user_id = ?')
  return {
    of: (userId: string) => readChange(selectOf.get(userId)),
    byTokenHash: (tokenHash: string) => readChange(selectByToken.get(tokenHash)),
    save: (change: EmailChange) => void transaction(() => upsert.run({ ...change })),
    remove: (userId: string) => void transaction(() => deleteOf.run(userId)),
  }
}

function readChange(row: Record<string, unknown> | undefined): EmailChange | undefined {
  if (row === undefined) return undefined
  return {
    userId: String(row.user_id),
    email: String(row.email),
    tokenHash: typeof row.token_hash === 'string' ? row.token_hash : null,
    expiresTs: Number(row.expires_ts),
  }
}
