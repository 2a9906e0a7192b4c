import { randomUUID } from 'node:crypto'
import type { DeviceProfileInfo } from '@greenwave/contract/wire/devices'
import { entityRef } from '@greenwave/contract/wire/ids'
import { createFinder, parseEntityBody } from './entityBody.ts'
import type { EntityDatabase } from './entityDatabase.ts'

/**
 * Creates the repository of device profiles. Each tenant has one named `default`, which is created when first needed.
 */
export function createProfileRepository({ db, transaction }: EntityDatabase) {
  const insert = db.prepare('INSERT INTO profiles (id, tenant_id, name, is_default, body) VALUES (?, ?, ?, ?, ?)')
  const byId = createFinder<DeviceProfileInfo>(db, 'SELECT body FROM profiles WHERE id = ?')
  const byName = createFinder<DeviceProfileInfo>(db, 'SELECT body FROM profiles WHERE tenant_id = ? AND name = ?')
  const defaultOf = createFinder<DeviceProfileInfo>(
    db,
    'SELECT body FROM profiles WHERE tenant_id = ? AND is_default = 1',
  )

  const add = (tenantId: string, name: string, isDefault: boolean): DeviceProfileInfo => {
    const profile: DeviceProfileInfo = {
      id: entityRef('DEVICE_PROFILE', randomUUID()),
      name,
      image: null,
      defaultDashboardId: null,
      type: 'DEFAULT',
      transportType: 'DEFAULT',
      tenantId: entityRef('TENANT', tenantId),
    }
    insert.run(profile.id.id, tenantId, name, isDefault ? 1 : 0, JSON.stringify(profile))
    return profile
  }

  const makeDefault = db.prepare('UPDATE profiles SET is_default = 1 WHERE id = ?')

  /**
   * Makes an existing profile named `default` the default one: a device of type `default` may have created it earlier.
   */
  function adopt(tenantId: string): DeviceProfileInfo | undefined {
    const named = byName(tenantId, 'default')
    if (named) makeDefault.run(named.id.id)
    return named
  }

  const selectAll = db.prepare('SELECT body FROM profiles WHERE tenant_id = ?')

  return {
    byId,
    byName,
    all: (tenantId: string) => selectAll.all(tenantId).map((row) => parseEntityBody<DeviceProfileInfo>(row)),
    default: (tenantId: string) =>
      transaction(() => defaultOf(tenantId) ?? adopt(tenantId) ?? add(tenantId, 'default', true)),
    create: (tenantId: string, name: string) => add(tenantId, name, false),
  }
}
