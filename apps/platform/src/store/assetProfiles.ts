import { randomUUID } from 'node:crypto'
import type { AssetProfileName } from '@greenwave/contract/wire/assets'
import { entityRef } from '@greenwave/contract/wire/ids'
import type { EntityDatabase } from './entityDatabase.ts'

/** Creates the repository of asset profiles. A profile is made when its name is first used as a type. */
export function createAssetProfileRepository({ db, transaction }: EntityDatabase) {
  const insert = db.prepare('INSERT INTO asset_profiles (id, tenant_id, name) VALUES (?, ?, ?)')
  const selectById = db.prepare('SELECT id, name FROM asset_profiles WHERE tenant_id = ? AND id = ?')
  const selectByName = db.prepare('SELECT id, name FROM asset_profiles WHERE tenant_id = ? AND name = ?')
  const selectAll = db.prepare('SELECT id, name FROM asset_profiles WHERE tenant_id = ? ORDER BY name')

  return {
    byId(tenantId: string, id: string) {
      const row = selectById.get(tenantId, id)
      return row && readProfile(row)
    },
    /** Returns the profile with this name, and makes it if there is none. */
    named: (tenantId: string, name: string) =>
      transaction(() => {
        const known = selectByName.get(tenantId, name)
        if (known) return readProfile(known)
        const id = randomUUID()
        insert.run(id, tenantId, name)
        return readProfile({ id, name })
      }),
    /** Returns the profiles of a tenant in the order of their names. */
    all: (tenantId: string) => selectAll.all(tenantId).map(readProfile),
  }
}

function readProfile({ id, name }: Record<string, unknown>): AssetProfileName {
  return { id: entityRef('ASSET_PROFILE', String(id)), name: String(name) }
}
