import type { UseFormReturnType } from '@mantine/form'
import type { FormEvent } from 'react'
import { focusFirstComplaint } from './formComplaints.ts'
import type { Sending } from './useSendOnce.ts'

/**
 * The `onSubmit` of a form: checks what is typed, and saves it or leads to the first complaint. Returns the save, which must
 * break when it fails; undefined where there was a complaint. The form's own `onSubmit` answers nothing.
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
