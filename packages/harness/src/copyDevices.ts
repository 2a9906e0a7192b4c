import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { PlatformProcess } from './platformProcess.ts'

/** A device to store. */
export interface DeviceCopy {
  /** The id of the device to copy. */
  readonly original: string
  readonly name: string
  readonly label: string
}

/**
 * Stores copies of devices, each with credentials of its own, directly in the platform's database: ten thousand take a
 * second instead of a minute. Stops the platform in order before that and starts it again afterwards. It must not be
 * killed: the next start would then expect the write-ahead log beside its database, which another program that opens
 * the database removes.
 */
export async function copyDevices(platform: PlatformProcess, copies: readonly DeviceCopy[]): Promise<void> {
  await platform.end()
  const db = new DatabaseSync(join(platform.dataDir, 'greenwave.db'))
  const device = db.prepare(`
    INSERT INTO devices (id, tenant_id, customer_id, profile_id, created_time, name, label, type, version, body)
    SELECT :id, tenant_id, customer_id, profile_id, created_time + :nth, :name, :label, type, version,
      json_set(body, '$.id.id', :id, '$.createdTime', created_time + :nth, '$.name', :name, '$.label', :label)
    FROM devices WHERE id = :original`)
  const credentials = db.prepare(`
    INSERT INTO device_credentials (id, device_id, credentials_id, version, body)
    SELECT :id, :deviceId, :id, version,
      json_set(body, '$.id.id', :id, '$.deviceId.id', :deviceId, '$.credentialsId', :id)
    FROM device_credentials WHERE device_id = :original`)
  db.exec('BEGIN')
  for (const [nth, { original, name, label }] of copies.entries()) {
    const id = randomUUID()
    device.run({ id, nth, name, label, original })
    credentials.run({ id: randomUUID(), deviceId: id, original })
  }
  db.exec('COMMIT')
  db.close()
  await platform.restart()
}
