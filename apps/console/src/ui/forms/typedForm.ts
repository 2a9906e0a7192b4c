import type { UseFormReturnType } from '@mantine/form'
import { createContext, useContext, useEffect, useEffectEvent, useRef } from 'react'
import { type KeptValues, keepWhenSessionEnds } from '../../data/keptForm.ts'

/** What a form holds, beside what it began with. */
export interface TypedForm {
  readonly initial: object
  readonly values: object
  /** Puts values that were kept back into the form. */
  readonly restore: (values: KeptValues) => void
  /** Fields that are kept nowhere. */
  readonly secret?: readonly string[]
}

/** Returns a form of @mantine/form as what it holds beside what it began with. */
export function typedOf<V extends Record<string, string>>(form: UseFormReturnType<V>, initial: V): TypedForm {
  return {
    initial,
    values: form.getValues(),
    restore: (values) => form.setValues((now) => ({ ...now, ...values })),
  }
}

/** Which form a dialog is, for what is kept of it; DialogSlot says so to the dialog that it holds. */
export interface FormIdentity {
  /** Undefined for a dialog of which nothing is kept. */
  readonly form: string | undefined
  readonly subject: unknown
  /** What was typed before the session ended, to go on with. */
  readonly restored: KeptValues | undefined
}

export const FormIdentityContext = createContext<FormIdentity>({
  form: undefined,
  subject: undefined,
  restored: undefined,
})

/** Returns what differs from what the form began with; nothing of a form that is not there yet. */
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
 * Keeps what is typed when the session ends by itself, and puts it back when its user goes on with it.
 *
 * @param typed the form; undefined while what it edits is on its way
 * @param title in which words the form calls itself
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
  // Not by a render: the form is gone as soon as the session is.
  useEffect(() => keepWhenSessionEnds(() => keep()), [])

  const isRestored = useRef(false)
  useEffect(() => {
    if (isRestored.current || !restored || !typed) return
    isRestored.current = true
    const known = new Set(Object.keys(typed.initial))
    typed.restore(Object.fromEntries(Object.entries(restored).filter(([field]) => known.has(field))))
  })
}
