/**
 * The way of a change: asked about, confirmed, sent, read again, reported. What was typed stays in the form through all of it.
 * Nothing is sent over a value that somebody else changed and the sender has not seen.
 */
import type { AttributeValues } from '@greenwave/controller/attributes'
import { checkEditConflict } from '@greenwave/controller/checks/editConflict'
import type { Finding } from '@greenwave/controller/checks/finding'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { NetworkError } from '../../../data/apiErrors.ts'
import { plainValues } from '../../../data/device/settings/settingFacts.ts'
import { errorText } from '../../../data/errorText.ts'
import {
  type AttributeValuesToWrite,
  fetchAttributeValues,
  saveAttributesMutation,
  type WritableScope,
} from '../../../data/queries/deviceAttributes.ts'
import { readAttributesAgain } from '../../../data/useLive.ts'
import type { DeviceView } from '../model/deviceView.ts'

export interface ChangeFlowOptions {
  readonly view: DeviceView
  readonly scope: WritableScope
  /** The keys that the change writes. */
  readonly keys: readonly string[]
  /** The specification's text for a failure. */
  readonly fallback: string
  /** Called once the platform has taken the change, with the device as it is then. */
  readonly onSaved: (values: AttributeValuesToWrite, view: DeviceView) => void
  readonly onClose: () => void
}

export interface ChangeFlow {
  /** The values before the change, as they stood when the form was last filled from them. */
  readonly basis: AttributeValues
  /** The values as they are now. */
  readonly current: AttributeValues
  /** (V12) What somebody else changed since. */
  readonly conflicts: readonly Finding[]
  /** Takes note of what somebody else changed: from now on that is what the change starts from. */
  readonly rebase: () => void
  /** What is asked about; null while the form is edited. */
  readonly asking: AttributeValuesToWrite | null
  readonly ask: (values: AttributeValuesToWrite) => void
  /** Back to the form, with everything that was typed. */
  readonly back: () => void
  /** Away from a save that gives no answer. */
  readonly leave: () => void
  /** Answers how it goes; breaks where nothing was sent. */
  readonly send: (values: AttributeValuesToWrite) => Promise<unknown>
  readonly submitting: boolean
  readonly error: string | undefined
  /** The last try did not reach the platform, or no answer came. */
  readonly unreached: boolean
}

/** Thrown when the last look before sending shows that somebody else was faster; the conflict then stands in the dialog. */
class ChangedMeanwhile extends Error {}

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
      // A time overwrites nothing, and each moment that it waits it is more wrong.
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
    leave: onClose,
    send: (values) => sending.mutateAsync(values),
    submitting: sending.isPending,
    error: failed ? errorText(sending.error, fallback) : undefined,
    unreached: sending.error instanceof NetworkError,
  }
}
