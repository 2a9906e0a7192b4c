import type { DeviceCredentials } from '@greenwave/contract/wire/credentials'
import { bodyText, createFinder, nextVersion } from './entityBody.ts'
import type { EntityDatabase } from './entityDatabase.ts'
import type { EmailChange, SecondFactors } from './store.ts'

/** Creates the repository of device credentials. Each device has one set, which is deleted with it. */
export function createCredentialsRepository({ db, transaction }: EntityDatabase) {
  const byDevice = createFinder<DeviceCredentials>(db, 'SELECT body FROM device_credentials WHERE device_id = ?')
  const byCredentialsId = createFinder<DeviceCredentials>(
    db,
    'SELECT body FROM device_credentials WHERE credentials_id = ?',
  )
  const selectVersion = db.prepare('SELECT version FROM device_credentials WHERE id = ?')
  const upsert = db.prepare(`
    INSERT INTO device_credentials (id, device_id, credentials_id, version, body) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET credentials_id = excluded.credentials_id, version = excluded.version, body = excluded.body`)

  return {
    byDevice,
    byCredentialsId,
    save: (credentials: DeviceCredentials, expectedVersion?: number) =>
      transaction(() => {
        // In a version conflict, ThingsBoard's word for credentials is "Entity".
        const version = nextVersion('Entity', selectVersion.get(credentials.id.id)?.version, expectedVersion)
        const saved: DeviceCredentials = { ...credentials, version }
        upsert.run(saved.id.id, saved.deviceId.id, saved.credentialsId, version, bodyText('Device credentials', saved))
        return saved
      }),
  }
}

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

/** Creates the repository of addresses from which users have signed in. */
export function createKnownAddressRepository({ db, transaction }: EntityDatabase) {
  const selectAll = db.prepare('SELECT address, last_sign_in FROM known_addresses ORDER BY last_sign_in')
  const upsert = db.prepare(
    'INSERT INTO known_addresses (address, last_sign_in) VALUES (?, ?) ON CONFLICT (address) DO UPDATE SET last_sign_in = excluded.last_sign_in',
  )
  const deleteOne = db.prepare('DELETE FROM known_addresses WHERE address = ?')
  return {
    /** Returns all addresses, the one used longest ago first. */
    all: (): readonly (readonly [address: string, lastSignIn: number])[] =>
      selectAll.all().map(({ address, last_sign_in }) => [String(address), Number(last_sign_in)]),
    /** Writes one address and removes others. */
    save: (address: string, lastSignIn: number, forgotten: readonly string[]) =>
      transaction(() => {
        upsert.run(address, lastSignIn)
        for (const other of forgotten) deleteOne.run(other)
      }),
  }
}

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
