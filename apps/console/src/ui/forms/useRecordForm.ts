import { useForm } from '@mantine/form'
import { useState } from 'react'
import { isVersionConflict } from '../../data/apiErrors.ts'
import { mergeTyped } from './mergeTyped.ts'
import { type TypedForm, typedOf } from './typedForm.ts'

export interface RecordFormOptions<R, V extends Record<string, string>> {
  /** What is edited; undefined for a new record, or while it is on its way: see `take`. */
  record: R | undefined
  /** True where the record comes later, by `take`. */
  isEdited?: boolean
  /** Form values of a record, or those of an empty form. */
  valuesOf: (record: R | undefined) => V
  /** Complaints about what is typed, by field; `read` are the values that the form started with. */
  complaints: (typed: V, read: V) => Record<string, string>
  /** Reads the record as it stands. */
  reload: () => Promise<R>
}

/**
 * The form of a stored record: what was read, what is typed, what the last save failed with. When somebody else saved
 * meanwhile, `loadNewer` reads the newer state and keeps what was typed.
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

  /** Starts over from a record: after its first read. */
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
    /** What is typed, for its dialog; undefined while what it edits is on its way. */
    typed,
    /** The record as it was read last; its values are what `typed` is compared with. */
    read,
    /** Puts a record in the place of what was read, and leaves the form alone: after a save that went through in part. */
    setRead,
    take,
    failure,
    /** Takes note of what a save failed with; undefined before a new try. */
    fail,
    /** True from a save that met a newer version until the newer state is loaded. */
    conflict,
    loadNewer,
    loadingNewer,
    /** Fields that the newer state changed; undefined while none was loaded. */
    savedMeanwhile,
  }
}
