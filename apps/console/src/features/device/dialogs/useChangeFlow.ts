/**
 * @file The steps of a change: it is edited, confirmed, sent and reported. The typed values stay in the form through
 * all steps. If another user has changed a value, nothing is sent before the user has seen that value.
 */
import { type Hold, parseHold } from '@greenwave/contract/records/holds'
import { JUNCTION_KEYS } from '@greenwave/contract/records/watch'
import type { AttributeValues } from '@greenwave/controller/attributes'
import { checkEditConflict } from '@greenwave/controller/checks/editConflict'
import type { Finding } from '@greenwave/controller/checks/finding'
import { plainValues } from '@greenwave/observer/inEffect'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { NetworkError } from '../../../data/apiErrors.ts'
import { errorText } from '../../../data/errorText.ts'
import {
  type AttributeValuesToWrite,
  type ChangeIdentity,
  fetchAttributeValues,
  type HeldMode,
  newChangeIdentity,
  type OwnChange,
  saveChangeMutation,
  type WritableScope,
} from '../../../data/queries/deviceAttributes.ts'
import { hasSameContent } from '../../../data/sharing.ts'
import { refetchAttributes } from '../../../data/useLive.ts'
import { type DeviceView, holdOf } from '../model/deviceView.ts'

/** Options of `useChangeFlow`. */
export interface ChangeFlowOptions {
  readonly view: DeviceView
  readonly scope: WritableScope
  /**
   * The keys that the change overwrites and that no other user may have changed meanwhile; empty for a change without
   * conflicts.
   */
  readonly keys: readonly string[]
  /** The time of the change whose settings this one brings back, if it does. */
  readonly restores?: number | undefined
  /**
   * Returns the hold of the mode that is written; undefined for none. Called just before sending; nothing is sent if it
   * throws. A user who may write a hold is notified when another user changed the previous one.
   */
  readonly hold?: ((values: AttributeValuesToWrite) => HeldMode | undefined) | undefined
  /** The text for a failure for which the platform gives no message. */
  readonly fallback: string
  /** Called after the platform has saved the change, with the device as it is then. */
  readonly onSaved: (values: AttributeValuesToWrite, view: DeviceView) => void
  readonly onClose: () => void
}

/** A change on its way from the form to the platform. */
export interface ChangeFlow {
  /** The values that the change starts from: those at opening, or at the last `rebase`. */
  readonly basis: AttributeValues
  /** The current values. */
  readonly current: AttributeValues
  /** The hold that is in force; null if nothing is held, and for changes that do not concern the controller. */
  readonly holdBefore: Hold | null
  /** Findings about values that another user has changed since `basis` (V12). */
  readonly conflicts: readonly Finding[]
  /** Makes the current values the new `basis`, after the user has seen the conflicts. */
  readonly rebase: () => void
  /** The values to confirm; null while the form is edited. */
  readonly asking: AttributeValuesToWrite | null
  readonly ask: (values: AttributeValuesToWrite) => void
  /** Returns to the form, which keeps everything that was typed. */
  readonly back: () => void
  /**
   * Sends the values (a function is asked at the last moment), with the reason that the user gave. Resolves after the platform has saved them; rejects when
   * nothing was sent or the save failed.
   */
  readonly send: (values: ValuesToSend, why?: string) => Promise<unknown>
  readonly submitting: boolean
  readonly error: string | undefined
  /** Id of the change that was tried last. */
  readonly triedId: string | undefined
  /** True when the last try did not reach the platform or got no reply. */
  readonly unreached: boolean
}

/**
 * Thrown when the read before sending finds that another user has changed a value. The dialog then shows the conflict.
 */
class ChangedMeanwhile extends Error {}

type ValuesToSend = OwnChange['values']

/** Returns whether the values of two tries are the same change. Those that keep moving are. */
function isSameTry(a: ValuesToSend, b: ValuesToSend): boolean {
  return typeof a === 'function' ? typeof b === 'function' : hasSameContent(a, b)
}

const HOLD = JUNCTION_KEYS.hold

/** Adds a hold in one form: the platform's answers have JSON, its frames the text of it. */
function withHold(values: AttributeValues, hold: unknown): AttributeValues {
  const { mode, until, by } = parseHold(hold) ?? {}
  return { ...values, [HOLD]: mode === undefined ? '' : JSON.stringify([mode, until, by]) }
}

/** Returns the state and the steps of a change of a device's attributes. */
export function useChangeFlow(options: ChangeFlowOptions): ChangeFlow {
  const { view, scope, restores, hold, fallback, onSaved, onClose } = options
  const { deviceId } = view
  const values = plainValues(scope === 'SERVER_SCOPE' ? view.server : view.shared)
  const keys = hold ? [...options.keys, HOLD] : options.keys
  const current = hold ? withHold(values, view.server[HOLD]?.value) : values
  const holdBefore = scope === 'SHARED_SCOPE' ? holdOf(view) : null
  const [basis, setBasis] = useState(current)
  const [asking, setAsking] = useState<AttributeValuesToWrite | null>(null)
  const latestView = useRef(view)
  useEffect(() => {
    latestView.current = view
  }, [view])
  const { mutateAsync } = useMutation(saveChangeMutation(deviceId, scope))
  // The next try of the same values is the same change, so that it leaves one record.
  const tried = useRef<{ readonly values: ValuesToSend; readonly identity: ChangeIdentity }>(undefined)
  const [triedId, setTriedId] = useState<string>()
  const sending = useMutation({
    mutationFn: async ({ values, why }: { values: ValuesToSend; why: string }) => {
      // A change without keys, such as a device time, has no conflict to look for, and a delay would make the time
      // wrong.
      const fresh = keys.length > 0 ? await fetchAttributeValues(deviceId, scope) : current
      const freshHold = hold && (await fetchAttributeValues(deviceId, 'SERVER_SCOPE'))[HOLD]
      if (checkEditConflict(current, hold ? withHold(fresh, freshHold) : fresh, keys).length > 0) {
        await refetchAttributes(deviceId, scope)
        if (hold) await refetchAttributes(deviceId, 'SERVER_SCOPE')
        throw new ChangedMeanwhile()
      }
      const last = tried.current
      const identity = last && isSameTry(last.values, values) ? last.identity : newChangeIdentity()
      tried.current = { values, identity }
      setTriedId(identity.id)
      const held = typeof values === 'function' ? undefined : hold?.(values)
      const { change } = await mutateAsync({
        identity,
        values,
        present: fresh,
        why,
        restores,
        hold: held,
        holdBefore: holdBefore ?? undefined,
        phaseNames: view.site.names,
      })
      return change.after
    },
    onSuccess: (written) => {
      onSaved(written, latestView.current)
      onClose()
    },
  })
  const failed = sending.error !== null && !(sending.error instanceof ChangedMeanwhile)
  return {
    basis,
    current,
    holdBefore,
    conflicts: checkEditConflict(basis, current, keys),
    rebase: () => setBasis(current),
    asking,
    ask: (values) => {
      sending.reset()
      setAsking(values)
    },
    back: () => setAsking(null),
    send: (values, why = '') => sending.mutateAsync({ values, why: why.trim() }),
    submitting: sending.isPending,
    error: failed ? errorText(sending.error, fallback) : undefined,
    triedId,
    unreached: sending.error instanceof NetworkError,
  }
}
