/** @file The form that corridors and green routes share: their junctions are clicked on the map or chosen by name. */
import type { Asset, AssetInfo } from '@greenwave/contract/wire/assets'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFleet, useFleetStatus } from '../../../data/fleet/useFleet.ts'
import { useWantedForm } from '../../../data/keptForm.ts'
import { customersQuery } from '../../../data/queries/customers.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { LeaveQuestion } from '../../../ui/dialogs/LeaveQuestion.tsx'
import { SaveNotes } from '../../../ui/dialogs/SaveNotes.tsx'
import { submitOf } from '../../../ui/forms/forms.ts'
import { typedValues, useKeepTyped } from '../../../ui/forms/typedForm.ts'
import { type RecordFormOptions, useRecordForm } from '../../../ui/forms/useRecordForm.ts'
import { useSendOnce } from '../../../ui/forms/useSendOnce.ts'
import { notifySuccess } from '../../../ui/notices/notify.tsx'
import { Card } from '../../../ui/page/Card.tsx'
import { lazyPart } from '../../../ui/states/lazyPart.tsx'
import { PartLoading } from '../../../ui/states/PartLoading.tsx'
import { SkeletonBlock } from '../../../ui/states/Skeletons.tsx'
import { type CorridorRow, type PlaceOf, parseRows, rowsText, withJunction } from '../model/corridorRows.ts'
import styles from './Corridors.module.css'
import { JunctionChoice } from './JunctionChoice.tsx'
import { JunctionRows } from './JunctionRows.tsx'

const CorridorMap = lazyPart(async () => (await import('./CorridorMap.tsx')).CorridorMap, 'corridors')

/** The first hundred customers can be chosen. */
const FIRST_CUSTOMERS = { page: 0, pageSize: 100, sortProperty: 'title', sortOrder: 'ASC' } as const

/** The fields that both forms have. The junctions are one field, as `rowsText` writes them. */
interface JunctionsValues extends Record<string, string> {
  name: string
  customer: string
  junctions: string
}

/** The form, for the parts that only one of both has. */
export interface EditedJunctions<V> {
  readonly form: UseFormReturnType<V>
  readonly rows: readonly CorridorRow[]
  readonly placeOf: PlaceOf
  readonly setRows: (rows: readonly CorridorRow[]) => void
}

interface JunctionsEditorProps<V extends JunctionsValues>
  extends Omit<RecordFormOptions<AssetInfo, V>, 'record' | 'isEdited'> {
  /** Undefined for a new one. */
  readonly asset: AssetInfo | undefined
  /** What a form that is kept over the end of a session is called. */
  readonly kind: 'corridor' | 'route'
  readonly texts: Readonly<Record<'title' | 'saved' | 'failed' | 'save', string>>
  readonly customerHint?: string
  readonly fieldsClass: string | undefined
  readonly isOneWay: (values: V) => boolean
  readonly save: (values: V, read: AssetInfo | undefined) => Promise<Asset>
  readonly onSaved: (id: string) => void
  /** Returns label and value of a field that only this form has. */
  readonly fieldText: (field: keyof V & string, newer: V) => { label: string; value?: string }
  readonly fields: (edited: EditedJunctions<V>) => ReactNode
  readonly choice?: (edited: EditedJunctions<V>) => ReactNode
  readonly action?: (edited: EditedJunctions<V>) => ReactNode
}

/** The form of an asset with junctions, which a corridor and a green route complete. */
export function JunctionsEditor<V extends JunctionsValues>(props: JunctionsEditorProps<V>) {
  const { asset, kind, texts } = props
  const t = useTexts('corridors')
  const common = useTexts('common')
  const fleet = useFleet()
  const status = useFleetStatus(fleet)
  const customers = useQuery(customersQuery(FIRST_CUSTOMERS)).data?.data ?? []
  const record = useRecordForm<AssetInfo, V>({ ...props, record: asset })
  const { form, read } = record
  const wanted = useWantedForm(kind, () => ({}))
  useKeepTyped(record.typed, texts.title, { form: kind, subject: {}, restored: wanted?.values })
  const { send, typed } = useSendOnce({ again: true })

  const rows = parseRows(form.values.junctions)
  const placeOf: PlaceOf = (id) => {
    const { latitude, longitude } = fleet.junctions.get(id) ?? { latitude: null, longitude: null }
    return latitude === null || longitude === null ? null : { latitude, longitude }
  }
  const nameOf = (id: string): string =>
    fleet.junctions.get(id)?.label ?? (status.total === undefined ? '…' : t('unknownJunction'))

  function setRows(changed: readonly CorridorRow[]): void {
    typed()
    // Rows may have moved, and complaints say where they are by their number.
    form.clearErrors()
    form.setFieldValue('junctions', rowsText(changed) as never)
  }

  async function save(values: V): Promise<void> {
    record.fail(undefined)
    let id: string
    try {
      id = (await props.save(values, read)).id.id
    } catch (error) {
      record.fail(error)
      throw error
    }
    notifySuccess(texts.saved)
    props.onSaved(id)
  }

  /** Formats the newer value of a field that another user saved. */
  function fieldText(field: keyof V & string) {
    const newer = props.valuesOf(read)
    if (field === 'name') return { label: t('name'), value: newer.name }
    if (field === 'customer')
      return {
        label: t('customer'),
        value: newer.customer === '' ? t('noCustomer') : (read?.customerTitle ?? newer.customer),
      }
    if (field !== 'junctions') return props.fieldText(field, newer)
    const names = parseRows(newer.junctions).map(({ device }) => nameOf(device))
    return { label: t('junctions'), value: names.join(' → ') }
  }

  const edited = { form, rows, placeOf, setRows }
  const disabled = form.submitting
  const chosen = rows.map(({ device }) => device)
  const onPick = (id: string) => setRows(withJunction(rows, id, placeOf))
  // The customer that is chosen is there even if it is not among the first.
  const own = asset?.customerTitle ? [{ value: asset.customerId.id, label: asset.customerTitle }] : []
  const others = customers.filter(({ id }) => id.id !== own[0]?.value)
  return (
    <form
      noValidate
      className={styles.editor}
      onChange={typed}
      onSubmit={(event) => {
        event.preventDefault()
        send(() => submitOf(form, save)(event))
      }}
    >
      {Object.keys(typedValues(record.typed)).length > 0 && !disabled && <LeaveQuestion />}
      <div className={props.fieldsClass}>
        <TextInput {...form.getInputProps('name')} label={t('name')} required disabled={disabled} />
        <NativeSelect
          {...form.getInputProps('customer')}
          label={t('customer')}
          description={props.customerHint}
          // Its field stands beside that of the name.
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          disabled={disabled}
          data={[
            { value: '', label: t('noCustomer') },
            ...own,
            ...others.map(({ id, title }) => ({ value: id.id, label: title })),
          ]}
        />
        {props.fields(edited)}
      </div>
      <Card title={t('junctions')} padded={false}>
        <PartLoading
          meanwhile={<SkeletonBlock height={360} />}
          failed={<p className={styles.hint}>{t('mapFailed')}</p>}
        >
          <CorridorMap {...{ fleet, chosen, onPick }} />
        </PartLoading>
        {props.choice?.(edited)}
        <JunctionChoice
          {...{ status, chosen, disabled }}
          junctions={fleet.junctions}
          error={form.errors.junctions}
          onChoose={onPick}
        />
        <JunctionRows
          {...{ rows, placeOf, nameOf, disabled }}
          isOneWay={props.isOneWay(form.values)}
          isRoute={kind === 'route'}
          errorOf={(path) => form.errors[path]}
          onChange={setRows}
        />
      </Card>
      <SaveNotes record={record} fallback={texts.failed} fieldText={fieldText} />
      <div className={styles.foot}>
        {props.action?.(edited)}
        <Button type="submit" disabled={disabled || record.conflict}>
          {disabled ? common('saving') : texts.save}
        </Button>
      </div>
    </form>
  )
}
