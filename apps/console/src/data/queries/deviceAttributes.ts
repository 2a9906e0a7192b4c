import { writeChange } from '@greenwave/changes/writeChange'
import type { AttributeSet } from '@greenwave/contract/records/changeRecords'
import type { Hold } from '@greenwave/contract/records/holds'
import type { PhaseNames } from '@greenwave/controller/phaseNames'
import { mutationOptions } from '@tanstack/react-query'
import { callApi } from '../api.ts'
import { callChanges } from '../changeApi.ts'
import { serverNowMs } from '../serverTime.ts'
import { whoIsSignedIn } from '../session.ts'
import { refetchAttributes } from '../useLive.ts'

/** The key under which the changes that are under way are cached. */
export const CHANGES_UNDER_WAY = ['changes', 'recent'] as const

/** Cache key of the holds that the ribbon shows. */
export const HOLDS = ['holds'] as const

/** The scopes that users may write: the server attributes, and the shared settings for the controller. */
export type WritableScope = 'SERVER_SCOPE' | 'SHARED_SCOPE'

/** Attribute values to write, by key; null removes an attribute. Other keys keep their values. */
export type AttributeValuesToWrite = AttributeSet

/** A change that this user makes. */
export interface OwnChange {
  /** The same for every attempt to make the same change. */
  readonly identity: ChangeIdentity
  /** A function is called just before the write. */
  readonly values: AttributeValuesToWrite | (() => AttributeValuesToWrite)
  /** The attributes of the scope, as they were read just before. */
  readonly present: Readonly<Record<string, unknown>>
  readonly why: string
  /** The time of the change whose settings it brings back, if it does. */
  readonly restores?: number | undefined
  /** The hold of the mode that it writes, with an end or without one on purpose. */
  readonly hold?: HeldMode | undefined
  /** The hold that was in force just before; undefined if nothing was held. */
  readonly holdBefore?: Hold | undefined
  /** Names of the junction's phases, for the text of the record. */
  readonly phaseNames?: PhaseNames
}

/** A mode that is held, and the one to go back to. */
export type HeldMode = Pick<Hold, 'mode' | 'until' | 'back'>

/** Identity of a change. */
export interface ChangeIdentity {
  readonly id: string
  /** When it was begun, epoch milliseconds. */
  readonly at: number
}

/** Returns the identity of a change that begins now. */
export function newChangeIdentity(): ChangeIdentity {
  return { id: crypto.randomUUID(), at: serverNowMs() }
}

/**
 * Writes attributes of a device with the record of the change, and reads the scope again, so that the screen shows what
 * the platform stores.
 */
export function saveChangeMutation(deviceId: string, scope: WritableScope) {
  return mutationOptions({
    mutationFn: ({ identity, hold, ...change }: OwnChange) => {
      const by = whoIsSignedIn()
      const held = hold && { ...hold, by: by.name, why: change.why }
      return writeChange(callChanges, { ...change, ...identity, deviceId, scope, by, from: 'console', hold: held })
    },
    onSuccess: (_change, { hold }, _result, { client }) => {
      void client.invalidateQueries({ queryKey: CHANGES_UNDER_WAY })
      if (hold) void client.invalidateQueries({ queryKey: HOLDS })
      return refetchAttributes(deviceId, scope)
    },
  })
}

/** Reads the present attributes of one scope from the platform. Returns values by key. */
export async function fetchAttributeValues(
  deviceId: string,
  scope: WritableScope,
): Promise<Readonly<Record<string, unknown>>> {
  const attributes = await callApi('attributes', {
    params: { entityType: 'DEVICE', entityId: deviceId, scope },
    fresh: true,
  })
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value]))
}
