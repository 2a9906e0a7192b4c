import type { UseFormReturnType } from '@mantine/form'
import { createContext, useContext, useEffect, useEffectEvent, useRef } from 'react'
import { type KeptValues, keepWhenSessionEnds } from '../../data/keptForm.ts'

/** The present values of a form and those with which it started. */
export interface TypedForm {
  readonly initial: object
  readonly values: object
  /** Puts kept values back into the form. */
  readonly restore: (values: KeptValues) => void
  /** Fields that are never kept. */
  readonly secret?: readonly string[]
}

/** Returns values as the texts of fields. */
export const asTexts = (values: Readonly<Record<string, string | number | boolean>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)]))

/** Returns the initial and present values of a @mantine/form. */
export function typedOf<V extends Record<string, string>>(form: UseFormReturnType<V>, initial: V): TypedForm {
  return {
    initial,
    values: form.getValues(),
    restore: (values) => form.setValues((now) => ({ ...now, ...values })),
  }
}

/** The identity of the form in a dialog, under which its input is kept. DialogSlot provides it to its dialog. */
export interface FormIdentity {
  /** Undefined for a dialog whose input is not kept. */
  readonly form: string | undefined
  readonly subject: unknown
  /** The values that were typed before the session ended. */
  readonly restored: KeptValues | undefined
}

/** Gives the dialog in a DialogSlot its identity. */
export const FormIdentityContext = createContext<FormIdentity>({
  form: undefined,
  subject: undefined,
  restored: undefined,
})

/** Returns the values that differ from the initial ones; nothing for a form that is not loaded yet. */
export function typedValues(typed: TypedForm | undefined): KeptValues {
  if (!typed) return {}
  const initial = new Map<string, unknown>(Object.entries(typed.initial))
  return Object.fromEntries(
    Object.entries(typed.values).filter(
      (field): field is [string, string | boolean] =>
        (typeof field[1] === 'string' || typeof field[1] === 'boolean') && field[1] !== initial.get(field[0]),
    ),
  )
}

/**
 * Keeps the input when the session ends without a sign-out, and restores it when its user continues with the form.
 *
 * @param typed the form; undefined while its record is loading
 * @param title the title that the form shows
 */
export function useKeepTyped(typed: TypedForm | undefined, title: string, identity?: FormIdentity): void {
  const context = useContext(FormIdentityContext)
  const { form, subject, restored } = identity ?? context
  const keep = useEffectEvent(() => {
    const values = typedValues(typed)
    for (const field of typed?.secret ?? []) delete values[field]
    if (form === undefined || Object.keys(values).length === 0) return null
    const { pathname, search } = window.location
    return { address: pathname + search, form, title, subject, values }
  })
  // This cannot wait for a render, because the form is unmounted as soon as the session ends.
  useEffect(() => keepWhenSessionEnds(() => keep()), [])

  const isRestored = useRef(false)
  useEffect(() => {
    if (isRestored.current || !restored || !typed) return
    isRestored.current = true
    const known = new Set(Object.keys(typed.initial))
    typed.restore(Object.fromEntries(Object.entries(restored).filter(([field]) => known.has(field))))
  })
}
