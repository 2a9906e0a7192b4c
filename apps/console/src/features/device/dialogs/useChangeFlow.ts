/**
 * @file The steps of a change: it is edited, confirmed, sent and reported. The typed values stay in the form through
 * all steps. If somebody else has changed a value, nothing is sent before the user has seen that value.
 */
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
  fetchAttributeValues,
  saveAttributesMutation,
  type WritableScope,
} from '../../../data/queries/deviceAttributes.ts'
import { readAttributesAgain } from '../../../data/useLive.ts'
import type { DeviceView } from '../model/deviceView.ts'

/** What `useChangeFlow` needs. */
export interface ChangeFlowOptions {
  readonly view: DeviceView
  readonly scope: WritableScope
  /**
   * The keys that the change overwrites and that nobody else may have changed meanwhile; empty for a change without
   * conflicts.
   */
  readonly keys: readonly string[]
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
  /** What somebody else has changed since `basis` (V12). */
  readonly conflicts: readonly Finding[]
  /** Makes the current values the new `basis`, after the user has seen the conflicts. */
  readonly rebase: () => void
  /** The values to confirm; null while the form is edited. */
  readonly asking: AttributeValuesToWrite | null
  readonly ask: (values: AttributeValuesToWrite) => void
  /** Returns to the form, which keeps everything that was typed. */
  readonly back: () => void
  /** Sends the values. Resolves after the platform has saved them; rejects when nothing was sent or the save failed. */
  readonly send: (values: AttributeValuesToWrite) => Promise<unknown>
  readonly submitting: boolean
  readonly error: string | undefined
  /** True when the last try did not reach the platform or got no reply. */
  readonly unreached: boolean
}

/**
 * Thrown when the read before sending finds that somebody else has changed a value. The dialog then shows the conflict.
 */
class ChangedMeanwhile extends Error {}

/** Returns the state and the steps of a change of a device's attributes. */
export function useChangeFlow({ view, scope, keys, fallback, onSaved, onClose }: ChangeFlowOptions): ChangeFlow {
  const { deviceId } = view
  const current = plainValues(scope === 'SERVER_SCOPE' ? view.server : view.shared)
  const [basis, setBasis] = useState(current)
  const [asking, setAsking] = useState<AttributeValuesToWrite | null>(null)
  const latestView = useRef(view)
  useEffect(() => {
    latestView.current = view
  }, [view])
  const { mutateAsync } = useMutation(saveAttributesMutation(deviceId, scope))
  const sending = useMutation({
    mutationFn: async (values: AttributeValuesToWrite) => {
      // A change without keys, such as a device time, has no conflict to look for, and a delay would make the time
      // wrong.
      const fresh = keys.length > 0 ? await fetchAttributeValues(deviceId, scope) : current
      if (checkEditConflict(current, fresh, keys).length > 0) {
        await readAttributesAgain(deviceId, scope)
        throw new ChangedMeanwhile()
      }
      await mutateAsync(values)
    },
    onSuccess: (_reply, values) => {
      onSaved(values, latestView.current)
      onClose()
    },
  })
  const failed = sending.error !== null && !(sending.error instanceof ChangedMeanwhile)
  return {
    basis,
    current,
    conflicts: checkEditConflict(basis, current, keys),
    rebase: () => setBasis(current),
    asking,
    ask: (values) => {
      sending.reset()
      setAsking(values)
    },
    back: () => setAsking(null),
    send: (values) => sending.mutateAsync(values),
    submitting: sending.isPending,
    error: failed ? errorText(sending.error, fallback) : undefined,
    unreached: sending.error instanceof NetworkError,
  }
}
