import { foldText } from '@greenwave/contract/text'
import type { Asset, AssetInfo } from '@greenwave/contract/wire/assets'
import { bodyText, createFinder, nextVersion, parseEntityBody } from './entityBody.ts'
import type { EntityDatabase } from './entityDatabase.ts'
import { type Condition, createListReader, type ListShape } from './listQuery.ts'
import type { AssetFilter, PageLink } from './store.ts'
import { foldedPattern, orderKey } from './textOrder.ts'

/** Assets with the title of their customer. */
const INFOS = `(SELECT assets.*, customers.title AS customer_title, customers.title_key AS customer_key,
  customers.title_search AS customer_search FROM assets LEFT JOIN customers ON customers.id = assets.customer_id)`

const ASSET_LIST: ListShape = {
  table: INFOS,
  columns: 'body, customer_title',
  sort: {
    createdTime: 'created_time',
    name: 'name_key',
    // An asset's type is always the name of its profile.
    type: 'type_key',
    label: 'label_key',
    assetProfileName: 'type_key',
    customerTitle: 'customer_key',
    id: 'id',
    customerId: 'customer_id',
    version: 'version',
    tenantId: 'tenant_id',
    customerIsPublic: "''",
    assetProfileId: 'profile_id',
    additionalInfo: "body ->> '$.additionalInfo'",
    externalId: "body ->> '$.externalId.id'",
  },
  search: ['name_search', 'label_search', 'type_search', 'customer_search'],
  pattern: foldedPattern,
}
/** Properties by which the list can be sorted, the documented ones first. */
export const ASSET_SORTS = Object.keys(ASSET_LIST.sort)

/** Creates the repository of assets. */
export function createAssetRepository({ db, transaction }: EntityDatabase) {
  const byId = createFinder<Asset>(db, 'SELECT body FROM assets WHERE id = ?')
  const byName = createFinder<Asset>(db, 'SELECT body FROM assets WHERE tenant_id = ? AND name = ?')
  const selectInfo = db.prepare(`SELECT body, customer_title FROM ${INFOS} WHERE id = ?`)
  const selectOwner = db.prepare('SELECT tenant_id, customer_id FROM assets WHERE id = ?')
  const selectVersion = db.prepare('SELECT version FROM assets WHERE id = ?')
  const selectOfCustomer = db.prepare('SELECT body FROM assets WHERE customer_id = ? ORDER BY id')
  const upsert = db.prepare(`
    INSERT INTO assets (id, tenant_id, customer_id, profile_id, created_time, name, type, name_key, name_search,
      label_key, label_search, type_key, type_search, version, body)
    VALUES (:id, :tenantId, :customerId, :profileId, :createdTime, :name, :type, :nameKey, :nameSearch,
      :labelKey, :labelSearch, :typeKey, :typeSearch, :version, :body)
    ON CONFLICT (id) DO UPDATE SET customer_id = excluded.customer_id, profile_id = excluded.profile_id,
      name = excluded.name, type = excluded.type, name_key = excluded.name_key, name_search = excluded.name_search,
      label_key = excluded.label_key, label_search = excluded.label_search, type_key = excluded.type_key,
      type_search = excluded.type_search, version = excluded.version, body = excluded.body`)
  const deleteById = db.prepare('DELETE FROM assets WHERE id = ?')
  // Cleared alarms are deleted later, as those of devices are.
  const deleteAlarms = db.prepare('DELETE FROM alarms WHERE originator_id = ? AND cleared = 0')
  const selectIds = db.prepare(
    'SELECT id FROM assets WHERE tenant_id = ?1 AND (?2 IS NULL OR customer_id = ?2) ORDER BY created_time, id',
  )
  const readPage = createListReader<AssetInfo>(db, ASSET_LIST, readInfo)

  return {
    byId,
    byName,
    infoById(id: string) {
      const row = selectInfo.get(id)
      return row && readInfo(row)
    },
    /** Returns the owner of an asset without reading the whole asset. */
    ownerOf(id: string) {
      const row = selectOwner.get(id)
      return row && { tenantId: String(row.tenant_id), customerId: String(row.customer_id) }
    },
    save: (asset: Asset, expectedVersion?: number) =>
      transaction(() => {
        const version = nextVersion('Asset', selectVersion.get(asset.id.id)?.version, expectedVersion)
        const saved: Asset = { ...asset, version }
        upsert.run({
          id: saved.id.id,
          tenantId: saved.tenantId.id,
          customerId: saved.customerId.id,
          profileId: saved.assetProfileId.id,
          createdTime: saved.createdTime,
          name: saved.name,
          type: saved.type,
          nameKey: orderKey(saved.name),
          nameSearch: foldText(saved.name),
          labelKey: orderKey(saved.label),
          labelSearch: saved.label == null ? null : foldText(saved.label),
          typeKey: orderKey(saved.type),
          typeSearch: foldText(saved.type),
          version,
          body: bodyText('Asset', saved),
        })
        return saved
      }),
    remove: (id: string) =>
      transaction(() => {
        deleteAlarms.run(id)
        deleteById.run(id)
      }),
    /** Returns the ids of a customer's assets, or without a customer of all assets of the tenant, the oldest first. */
    ids: (tenantId: string, customerId: string | undefined) =>
      selectIds.all(tenantId, customerId ?? null).map(({ id }) => String(id)),
    page: (tenantId: string, filter: AssetFilter, link: PageLink) => readPage(conditionsOf(tenantId, filter), link),
    ofCustomer: (customerId: string) => selectOfCustomer.all(customerId).map((row) => parseEntityBody<Asset>(row)),
  }
}

function readInfo(row: Record<string, unknown>): AssetInfo {
  const asset = parseEntityBody<Asset>(row)
  return {
    ...asset,
    customerTitle: typeof row.customer_title === 'string' ? row.customer_title : null,
    customerIsPublic: false,
    assetProfileName: asset.type,
  }
}

function conditionsOf(tenantId: string, { customerId, type, assetProfileId }: AssetFilter): Condition[] {
  const conditions: Condition[] = [{ sql: 'tenant_id = ?', value: tenantId }]
  if (customerId !== undefined) conditions.push({ sql: 'customer_id = ?', value: customerId })
  if (type !== undefined) conditions.push({ sql: 'type = ?', value: type })
  if (assetProfileId !== undefined) conditions.push({ sql: 'profile_id = ?', value: assetProfileId })
  return conditions
}
