import type { EntityDatabase } from './entityDatabase.ts'

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
