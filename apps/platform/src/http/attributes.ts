import type { Attribute, AttributeScope } from '@greenwave/contract/attributes'
import { deleteAttributes, writeAttributes } from '../entities/deviceValues.ts'
import type { EntityDeps } from '../entities/entityDeps.ts'
import type { Handlers } from './callTypes.ts'
import { TextRefusal } from './errorAnswers.ts'
import { keysOf } from './telemetryKeys.ts'
import { readScope, targetOwner, textDevice, writableScope } from './telemetryTargets.ts'

type AttributeCall =
  | 'attributes'
  | 'allAttributes'
  | 'attributeKeys'
  | 'allAttributeKeys'
  | 'saveAttributes'
  | 'saveDeviceAttributes'
  | 'deleteAttributes'

const ALL_SCOPES: readonly AttributeScope[] = ['CLIENT_SCOPE', 'SERVER_SCOPE', 'SHARED_SCOPE']

export function attributeHandlers(deps: EntityDeps): Handlers<AttributeCall> {
  const { data } = deps.store

  /** Attributes of a scope: those of the keys, or all when none is named. */
  function read(deviceId: string, scope: AttributeScope, keys: readonly string[]): Attribute[] {
    const attributes = data.attributes(deviceId, scope)
    const names = keys.length === 0 ? [...attributes.keys()] : [...new Set(keys)]
    return names.flatMap((key) => {
      const attribute = attributes.get(key)
      return attribute === undefined ? [] : [{ lastUpdateTs: attribute.ts, key, value: attribute.value }]
    })
  }

  return {
    attributes: ({ params, query, principal }) => {
      const scope = readScope(params.scope)
      return read(targetOwner(deps.store, principal, 'attributes', params).id.id, scope, keysOf(query))
    },
    allAttributes: ({ params, query, principal }) => {
      const owner = targetOwner(deps.store, principal, 'allAttributes', params)
      return ALL_SCOPES.flatMap((scope) => read(owner.id.id, scope, keysOf(query)))
    },
    attributeKeys: ({ params, principal }) => {
      const scope = readScope(params.scope)
      return [...data.attributes(targetOwner(deps.store, principal, 'attributeKeys', params).id.id, scope).keys()]
    },
    allAttributeKeys: ({ params, principal }) => {
      const owner = targetOwner(deps.store, principal, 'allAttributeKeys', params)
      return [...new Set(ALL_SCOPES.flatMap((scope) => [...data.attributes(owner.id.id, scope).keys()]))]
    },
    saveAttributes: ({ params, bodyText, principal }) => {
      const scope = writableScope(params.scope)
      const owner = targetOwner(deps.store, principal, 'saveAttributes', params)
      return writeAttributes(deps, principal, owner, scope, bodyText)
    },
    saveDeviceAttributes: ({ params, bodyText, principal }) => {
      const scope = writableScope(params.scope)
      const device = textDevice(deps.store, principal, 'saveDeviceAttributes', params.deviceId)
      return writeAttributes(deps, principal, device, scope, bodyText)
    },
    deleteAttributes: ({ params, query, principal }) => {
      const scope = readScope(params.scope)
      const owner = targetOwner(deps.store, principal, 'deleteAttributes', params)
      const keys = keysOf(query)
      if (keys.length === 0) throw new TextRefusal(400, 'Empty keys: []')
      return deleteAttributes(deps, principal, owner, scope, keys)
    },
  }
}
