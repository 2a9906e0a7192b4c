import { randomUUID } from 'node:crypto'
import type { EntityDatabase } from './entityDatabase.ts'
import type { Tenant } from './store.ts'

/**
 * Creates the repository of tenants: the operating companies that share an installation and see nothing of one another.
 */
export function createTenantRepository({ db }: EntityDatabase) {
  const insert = db.prepare('INSERT INTO tenants (id, title, created_time) VALUES (?, ?, ?)')
  const selectById = db.prepare('SELECT * FROM tenants WHERE id = ?')
  const selectAll = db.prepare('SELECT * FROM tenants ORDER BY created_time, rowid')

  return {
    create(title: string) {
      const tenant: Tenant = { id: randomUUID(), title, createdTime: Date.now() }
      insert.run(tenant.id, tenant.title, tenant.createdTime)
      return tenant
    },
    byId(id: string) {
      const row = selectById.get(id)
      return row && readTenant(row)
    },
    all: () => selectAll.all().map(readTenant),
  }
}

function readTenant(row: Record<string, unknown>): Tenant {
  return { id: String(row.id), title: String(row.title), createdTime: Number(row.created_time) }
}
