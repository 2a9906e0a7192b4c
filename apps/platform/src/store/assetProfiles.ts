import { randomUUID } from 'node:crypto'
import type { AssetProfileName } from '@greenwave/contract/wire/assets'
import { entityRef } from '@greenwave/contract/wire/ids'
import type { EntityDatabase } from './entityDatabase.ts'
import type { AssetProfileRepository } from './store.ts'

/** Creates the repository of asset profiles. A profile is made when its name is first used as a type. */
export function createAssetProfileRepository({ db, transaction }: EntityDatabase): AssetProfileRepository {
  const insert = db.prepare('INSERT INTO asset_profiles (id, tenant_id, name) VALUES (?, ?, ?)')
  const selectById = db.prepare('SELECT id, name FROM asset_profiles WHERE tenant_id = ? AND id = ?')
  const selectByName = db.prepare('SELECT id, name FROM asset_profiles WHERE tenant_id = ? AND name = ?')
  const selectAll = db.prepare('SELECT id, name FROM asset_profiles WHERE tenant_id = ? ORDER BY name')

  return {
    byId(tenantId, id) {
      const row = selectById.get(tenantId, id)
      return row && readProfile(row)
    },
    named: (tenantId, name) =>
      transaction(() => {
        const known = selectByName.get(tenantId, name)
        if (known) return readProfile(known)
        const id = randomUUID()
        insert.run(id, tenantId, name)
        return readProfile({ id, name })
      }),
    all: (tenantId) => selectAll.all(tenantId).map(readProfile),
  }
}

function readProfile({ id, name }: Record<string, unknown>): AssetProfileName {
  return { id: entityRef('ASSET_PROFILE', String(id)), name: String(name) }
}
