import type { UseFormReturnType } from '@mantine/form'
import type { FormEvent } from 'react'
import { focusFirstComplaint } from './formComplaints.ts'
import type { Sending } from './useSendOnce.ts'

/**
 * Creates the `onSubmit` of a form. It validates the input and saves it, or focuses the first complaint. It returns the
 * promise of the save, which must reject on failure, and undefined after a complaint. (The form's own `onSubmit`
 * returns nothing.)
 */
export function submitOf<V>(form: UseFormReturnType<V>, save: (values: V) => Promise<unknown>) {
  return (event: FormEvent<HTMLFormElement>): Sending => {
    let saving: Sending
    const submit = form.onSubmit((values) => {
      saving = save(values)
      return saving.catch(() => undefined)
    }, focusFirstComplaint(form))
    submit(event)
    return saving
  }
}
