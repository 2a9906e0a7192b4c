import { useEffect, useState } from 'react'
import { ApiError } from '../../data/apiErrors.ts'
import { errorText } from '../../data/errorText.ts'
import { PasskeyRefused } from '../../data/secondFactor.ts'
import { goOnSigningIn } from '../../data/session.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { useSendOnce } from '../../ui/forms/useSendOnce.ts'
import type { StepProps } from './model/stepProps.ts'

/**
 * Sends what a step of the sign-in asks for, once at a time, and goes where the answer leads: into the session, to the next
 * step, back to the password when the step's time is over, or nowhere with an error.
 */
export function useStepSending({ onStep, onLeave }: Pick<StepProps, 'onStep' | 'onLeave'>, failed: string) {
  const t = useTexts('secondFactor')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const { send, typed } = useSendOnce()
  // What was sent has led to another view, with something else to send.
  useEffect(() => {
    if (!busy) typed()
  }, [busy, typed])

  function fail(failure: unknown): void {
    setBusy(false)
    if (failure instanceof ApiError && failure.status === 401) onLeave(t('step.tookTooLong'))
    else setError(failure instanceof PasskeyRefused ? t('passkey.refused') : errorText(failure, failed))
  }
  /** Runs work of this step that leads nowhere by itself. */
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
  /** Sends what ends this step. */
  const finish = (call: Parameters<typeof goOnSigningIn>[0]): void =>
    run(async () => {
      const left = await goOnSigningIn(call)
      if (left) onStep(left)
    })
  return { busy, error, setError, run, finish }
}
