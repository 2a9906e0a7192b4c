import { useEffect, useState } from 'react'
import { ApiError } from '../../data/apiErrors.ts'
import { errorText } from '../../data/errorText.ts'
import { PasskeyRefused } from '../../data/secondFactor.ts'
import { goOnSigningIn } from '../../data/session.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { useSendOnce } from '../../ui/forms/useSendOnce.ts'
import type { StepProps } from './model/stepProps.ts'

/**
 * Returns the functions that send the input of a sign-in step, one call at a time. The reply leads into the session or
 * to the next step; when the time of the step is over, back to the password. Any other failure is shown as an error.
 */
export function useStepSending({ onStep, onLeave }: Pick<StepProps, 'onStep' | 'onLeave'>, failed: string) {
  const t = useTexts('admin', 'secondFactor')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const { send, typed } = useSendOnce()
  // The call has led to another view, which may send something else.
  useEffect(() => {
    if (!busy) typed()
  }, [busy, typed])

  function fail(failure: unknown): void {
    setBusy(false)
    if (failure instanceof ApiError && failure.status === 401) onLeave(t('step.tookTooLong'))
    else setError(failure instanceof PasskeyRefused ? t('passkey.refused') : errorText(failure, failed))
  }
  /** Runs work that does not end this step. */
  const run = (work: () => Promise<unknown>): void =>
    send(async () => {
      setBusy(true)
      setError(undefined)
      try {
        await work()
        setBusy(false)
      } catch (failure) {
        fail(failure)
        throw failure
      }
    })
  /** Makes the call that ends this step. */
  const finish = (call: Parameters<typeof goOnSigningIn>[0]): void =>
    run(async () => {
      const left = await goOnSigningIn(call)
      if (left) onStep(left)
    })
  return { busy, error, setError, run, finish }
}
