import type { Customer } from '@greenwave/contract/wire/customers'
import type { EntityType } from '@greenwave/contract/wire/ids'
import type { User } from '@greenwave/contract/wire/users'
import type { Store } from '../../store/openStore.ts'
import type { FieldSource, QueriedEntity } from './queriedEntity.ts'

/** Caller: a user with the ids that decide what the user may see. */
export interface Asker {
  readonly userId: string
  readonly tenantId: string
  /** The customer of a customer user; undefined for administrators, who see everything of the tenant. */
  readonly customerId: string | undefined
}

/** The entities of one kind that a user may see. */
export interface VisibleEntities extends FieldSource {
  /** Yields all of them, in the order of their creation. */
  all(): Iterable<QueriedEntity>
  /** Returns all of them, ascending by a field, if the platform keeps this order; otherwise undefined. */
  inOrderOf?(field: string): readonly QueriedEntity[] | undefined
  /** Returns one of them; undefined for an entity that does not exist or is not visible. */
  byId(id: string): QueriedEntity | undefined
}

/** Fields of devices whose order the store keeps. */
const DEVICE_ORDERS: ReadonlySet<string> = new Set(['createdTime', 'name', 'label', 'type'])

/** Returns the entities of a kind that a user may see: none of a kind that this platform does not have. */
export function visibleEntities(store: Store, asker: Asker, entityType: EntityType): VisibleEntities {
  const shared = { entityType, tenantTitle: store.tenants.byId(asker.tenantId)?.title ?? '' }
  switch (entityType) {
    case 'DEVICE':
      return { ...shared, ...visibleDevices(store, asker) }
    case 'ASSET':
      return { ...shared, ...visibleAssets(store, asker) }
    case 'CUSTOMER':
      return { ...shared, ...visibleCustomers(store, asker) }
    case 'USER':
      return { ...shared, ...visibleUsers(store, asker) }
    case 'TENANT':
      return { ...shared, ...visibleTenant(store, asker) }
    default:
      return { ...shared, additionalInfo: () => null, all: () => [], byId: () => undefined }
  }
}

type OfKind = Omit<VisibleEntities, 'entityType' | 'tenantTitle'>

function visibleDevices({ devices }: Store, { tenantId, customerId }: Asker): OfKind {
  const inOrderOf = (field: string): readonly QueriedEntity[] => {
    const rows = devices.rows(tenantId, field)
    return customerId === undefined ? rows : rows.filter((row) => row.customerId === customerId)
  }
  return {
    all: () => inOrderOf('createdTime'),
    inOrderOf: (field) => (DEVICE_ORDERS.has(field) ? inOrderOf(field) : undefined),
    byId(id) {
      const row = devices.ownerOf(id)
      if (row?.tenantId !== tenantId) return undefined
      return customerId === undefined || row.customerId === customerId ? row : undefined
    },
    additionalInfo: (id) => notes(devices.byId(id)),
  }
}

function visibleAssets({ assets }: Store, { tenantId, customerId }: Asker): OfKind {
  const byId = (id: string): QueriedEntity | undefined => {
    const asset = assets.infoById(id)
    const isVisible =
      asset?.tenantId.id === tenantId && (customerId === undefined || asset.customerId.id === customerId)
    return isVisible ? { ...asset, id, label: asset.label ?? null } : undefined
  }
  return {
    byId,
    all: () => eachOf(assets.ids(tenantId, customerId), byId),
    additionalInfo: (id) => notes(assets.byId(id)),
  }
}

function visibleCustomers({ customers }: Store, { tenantId, customerId }: Asker): OfKind {
  const byId = (id: string): QueriedEntity | undefined => {
    const customer = customers.byId(id)
    const isVisible = customer?.tenantId.id === tenantId && (customerId === undefined || customerId === id)
    return isVisible ? queriedCustomer(customer) : undefined
  }
  return {
    byId,
    all: () => eachOf(customerId === undefined ? customers.ids(tenantId) : [customerId], byId),
    additionalInfo: (id) => notes(customers.byId(id)),
  }
}

function queriedCustomer(customer: Customer): QueriedEntity {
  const { id, createdTime, title, email, country, state, city, address, address2, zip, phone } = customer
  const contact = { email, country, state, city, address, address2, zip, phone }
  return { id: id.id, createdTime, name: title, label: title, type: '', customerTitle: null, ownFields: texts(contact) }
}

function visibleUsers({ users, customers }: Store, { tenantId, customerId }: Asker): OfKind {
  const byId = (id: string): QueriedEntity | undefined => {
    const user = users.byId(id)
    const isVisible = user?.tenantId.id === tenantId && (customerId === undefined || user.customerId.id === customerId)
    return isVisible ? queriedUser(user, customers.byId(user.customerId.id)?.title ?? null) : undefined
  }
  return {
    byId,
    all: () => eachOf(users.ids(tenantId, customerId), byId),
    additionalInfo: (id) => notes(users.byId(id)),
  }
}

function queriedUser(user: User, customerTitle: string | null): QueriedEntity {
  const { id, createdTime, email, firstName, lastName, phone, authority } = user
  const ownFields = texts({ email, firstName, lastName, phone, authority })
  return { id: id.id, createdTime, name: email, label: null, type: '', customerTitle, ownFields }
}

function visibleTenant({ tenants }: Store, { tenantId, customerId }: Asker): OfKind {
  const byId = (id: string): QueriedEntity | undefined => {
    const tenant = id === tenantId && customerId === undefined ? tenants.byId(id) : undefined
    if (tenant === undefined) return undefined
    const { createdTime, title } = tenant
    return { id, createdTime, name: title, label: title, type: '', customerTitle: null }
  }
  return { byId, all: () => eachOf([tenantId], byId), additionalInfo: () => null }
}

/** Yields the entities of some ids, each read when it is taken. */
export function* eachOf(
  ids: readonly string[],
  byId: (id: string) => QueriedEntity | undefined,
): Generator<QueriedEntity> {
  for (const id of ids) {
    const entity = byId(id)
    if (entity) yield entity
  }
}

/** Returns members without those that are missing, which count as empty. */
function texts(members: Readonly<Record<string, string | null | undefined>>): Record<string, string | null> {
  return Object.fromEntries(Object.entries(members).map(([name, text]) => [name, text ?? null]))
}

function notes(entity: { readonly additionalInfo?: unknown } | undefined): string | null {
  return entity?.additionalInfo == null ? null : JSON.stringify(entity.additionalInfo)
}
