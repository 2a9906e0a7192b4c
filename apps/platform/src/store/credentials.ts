import type { DeviceCredentials } from '@greenwave/contract/wire/credentials'
import { bodyText, createFinder, nextVersion } from './entityBody.ts'
import type { EntityDatabase } from './entityDatabase.ts'

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
