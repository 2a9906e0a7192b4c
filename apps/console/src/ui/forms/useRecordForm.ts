import { useForm } from '@mantine/form'
import { useState } from 'react'
import { isVersionConflict } from '../../data/apiErrors.ts'
import { type TypedForm, typedOf } from './typedForm.ts'

export interface RecordFormOptions<R, V extends Record<string, string>> {
  /** The edited record; undefined for a new record, or while it is loading: see `take`. */
  record: R | undefined
  /** True when the record is provided later with `take`. */
  isEdited?: boolean
  /** Returns the form values of a record, or those of an empty form. */
  valuesOf: (record: R | undefined) => V
  /** Returns the complaints about the input, by field; `read` are the values with which the form started. */
  complaints: (typed: V, read: V) => Record<string, string>
  /** Reads the present record. */
  reload: () => Promise<R>
}

/**
 * Holds the form of a stored record: the record that was read, the input, and the error of the last save. When another
 * user saved meanwhile, `loadNewer` reads the newer record and keeps the input.
 */
export function useRecordForm<R, V extends Record<string, string>>(options: RecordFormOptions<R, V>) {
  const [read, setRead] = useState(options.record)
  const [failure, setFailure] = useState<unknown>()
  const [conflict, setConflict] = useState(false)
  const [loadingNewer, setLoadingNewer] = useState(false)
  const [savedMeanwhile, setSavedMeanwhile] = useState<readonly (keyof V & string)[] | undefined>()
  const form = useForm<V>({
    initialValues: options.valuesOf(options.record),
    validate: (typed) => options.complaints(typed, options.valuesOf(read)),
  })

  /** Starts over with a record, after its first read. */
  function take(record: R): void {
    setRead(record)
    form.setValues(options.valuesOf(record))
    form.clearErrors()
  }

  function fail(error: unknown): void {
    setFailure(error)
    setConflict(isVersionConflict(error))
  }

  async function loadNewer(): Promise<void> {
    setLoadingNewer(true)
    try {
      const record = await options.reload()
      const newer = options.valuesOf(record)
      const before = options.valuesOf(read)
      setSavedMeanwhile(Object.keys(newer).filter((field) => newer[field] !== before[field]))
      form.setValues(mergeTyped(before, form.getValues(), newer))
      setRead(record)
      setFailure(undefined)
      setConflict(false)
    } catch (error) {
      setFailure(error)
    } finally {
      setLoadingNewer(false)
    }
  }

  const typed: TypedForm | undefined =
    options.record === undefined && options.isEdited && read === undefined
      ? undefined
      : typedOf(form, options.valuesOf(read))

  return {
    form,
    /** The input, for the dialog; undefined while the record is loading. */
    typed,
    /** The record as last read; `typed` is compared with its values. */
    read,
    /** Replaces the record that was read and leaves the form as it is, for a save that succeeded in part. */
    setRead,
    take,
    failure,
    /** Records the error of a save; undefined before a new attempt. */
    fail,
    /** True after a save that failed because of a newer version, until the newer record is loaded. */
    conflict,
    loadNewer,
    loadingNewer,
    /** Fields that the newer record changed; undefined while none was loaded. */
    savedMeanwhile,
  }
}

/**
 * Merges the input with the newer state of a record that another user saved meanwhile. A field that the user changed
 * keeps the input; every other field takes the newer value.
 *
 * @param read the values with which the form started
 * @param typed the present values of the form
 * @param newer the values of the newer record
 */
export function mergeTyped<T extends object>(read: T, typed: T, newer: T): T {
  const merged = { ...newer }
  for (const key of Object.keys(newer) as (keyof T)[]) if (typed[key] !== read[key]) merged[key] = typed[key]
  return merged
}
