import type { Attribute, AttributeScope } from '@greenwave/contract/wire/attributes'
import type { EntityDeps } from '../entities/entityDeps.ts'
import { deleteAttributes, writeAttributes } from '../entities/values.ts'
import { handlersOf, policiesOf } from './callTypes.ts'
import { keysOf, someKeysOf } from './telemetryKeys.ts'
import { parseScope, targetOwner, textDevice, writableScope } from './telemetryTargets.ts'
import { tenantAdmins, watchers } from '../access/permissions.ts'

const ALL_SCOPES: readonly AttributeScope[] = ['CLIENT_SCOPE', 'SERVER_SCOPE', 'SHARED_SCOPE']

/** Policies of the calls about attributes of devices. */
export const attributePolicies = policiesOf({
  attributes: { may: watchers, summary: 'Attributes of one scope' },
  allAttributes: { may: watchers, summary: 'Attributes of all scopes' },
  attributeKeys: { may: watchers, summary: 'Attribute names of one scope' },
  allAttributeKeys: { may: watchers, summary: 'Attribute names of all scopes' },
  saveAttributes: {
    may: tenantAdmins,
    summary: 'Write attributes of the server or the shared scope',
    records: 'ATTRIBUTES_UPDATED',
  },
  saveDeviceAttributes: { may: tenantAdmins, summary: 'Write attributes of a device', records: 'ATTRIBUTES_UPDATED' },
  deleteAttributes: { may: tenantAdmins, summary: 'Delete attributes', records: 'ATTRIBUTES_DELETED' },
})

/** Returns the handlers of the calls about attributes of devices, customers and assets. */
export function attributeHandlers(deps: EntityDeps) {
  const { store } = deps
  const { data } = store

  /** Returns attributes of a scope: those of the keys, or all when no key is named. */
  function read(deviceId: string, scope: AttributeScope, keys: readonly string[]): Attribute[] {
    const attributes = data.attributes(deviceId, scope)
    const names = keys.length === 0 ? [...attributes.keys()] : [...new Set(keys)]
    return names.flatMap((key) => {
      const attribute = attributes.get(key)
      return attribute === undefined ? [] : [{ lastUpdateTs: attribute.ts, key, value: attribute.value }]
    })
  }

  return handlersOf({
    attributes: (input) => {
      const scope = parseScope(input.params.scope)
      return read(targetOwner(store, input).id.id, scope, keysOf(input.query))
    },
    allAttributes: (input) => {
      const owner = targetOwner(store, input)
      return ALL_SCOPES.flatMap((scope) => read(owner.id.id, scope, keysOf(input.query)))
    },
    attributeKeys: (input) => {
      const scope = parseScope(input.params.scope)
      return [...data.attributes(targetOwner(store, input).id.id, scope).keys()]
    },
    allAttributeKeys: (input) => {
      const owner = targetOwner(store, input)
      return [...new Set(ALL_SCOPES.flatMap((scope) => [...data.attributes(owner.id.id, scope).keys()]))]
    },
    saveAttributes: (input) => {
      const scope = writableScope(input.params.scope)
      return writeAttributes(deps, input.principal, targetOwner(store, input), scope, input.bodyText)
    },
    saveDeviceAttributes: (input) => {
      const scope = writableScope(input.params.scope)
      const device = textDevice(store, input, input.params.deviceId)
      return writeAttributes(deps, input.principal, device, scope, input.bodyText)
    },
    deleteAttributes: (input) => {
      const scope = parseScope(input.params.scope)
      const owner = targetOwner(store, input)
      return deleteAttributes(deps, input.principal, owner, scope, someKeysOf(input.query))
    },
  })
}
