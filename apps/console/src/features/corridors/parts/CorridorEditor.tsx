import type { AssetInfo } from '@greenwave/contract/wire/assets'
import { Button, NativeSelect, Switch, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useFleet, useFleetStatus } from '../../../data/fleet/useFleet.ts'
import { useWantedForm } from '../../../data/keptForm.ts'
import { corridorQuery, saveCorridorMutation } from '../../../data/queries/corridors.ts'
import { customersQuery } from '../../../data/queries/customers.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { LeaveQuestion } from '../../../ui/dialogs/LeaveQuestion.tsx'
import { SaveNotes } from '../../../ui/dialogs/SaveNotes.tsx'
import { complaintsOf, submitOf } from '../../../ui/forms/forms.ts'
import { typedValues, useKeepTyped } from '../../../ui/forms/typedForm.ts'
import { useRecordForm } from '../../../ui/forms/useRecordForm.ts'
import { useSendOnce } from '../../../ui/forms/useSendOnce.ts'
import { notifySuccess } from '../../../ui/notices/notify.tsx'
import { Card } from '../../../ui/page/Card.tsx'
import { lazyPart } from '../../../ui/states/lazyPart.tsx'
import { PartLoading } from '../../../ui/states/PartLoading.tsx'
import { SkeletonBlock } from '../../../ui/states/Skeletons.tsx'
import {
  type CorridorComplaint,
  CorridorForm,
  type CorridorFormValues,
  corridorFormValues,
  corridorRequest,
  junctionComplaints,
} from '../model/corridorForm.ts'
import { type CorridorRow, type PlaceOf, parseRows, reversed, rowsText, withJunction } from '../model/corridorRows.ts'
import styles from './Corridors.module.css'
import { JunctionChoice } from './JunctionChoice.tsx'
import { JunctionRows } from './JunctionRows.tsx'

const CorridorMap = lazyPart(async () => (await import('./CorridorMap.tsx')).CorridorMap, 'corridors')

/** The first hundred customers can be chosen. */
const FIRST_CUSTOMERS = { page: 0, pageSize: 100, sortProperty: 'title', sortOrder: 'ASC' } as const

/** The form of a corridor: its junctions are clicked on the map or chosen by name. Undefined for a new corridor. */
export function CorridorEditor({ corridor }: { readonly corridor: AssetInfo | undefined }) {
  const t = useTexts('corridors')
  const common = useTexts('common')
  const client = useQueryClient()
  const navigate = useNavigate()
  const fleet = useFleet()
  const status = useFleetStatus(fleet)
  const customers = useQuery(customersQuery(FIRST_CUSTOMERS))
  const saving = useMutation(saveCorridorMutation)
  const corridorId = corridor?.id.id
  const word = (key: CorridorComplaint) => t(key)
  const fieldComplaints = complaintsOf(CorridorForm, word)
  const record = useRecordForm<AssetInfo, CorridorFormValues>({
    record: corridor,
    valuesOf: corridorFormValues,
    complaints: (typed) => {
      const ofJunctions = Object.entries(junctionComplaints(typed)).map(([path, key]) => [path, word(key)])
      return { ...fieldComplaints(typed), ...Object.fromEntries(ofJunctions) }
    },
    reload: () => client.fetchQuery({ ...corridorQuery(corridorId ?? ''), staleTime: 0 }),
  })
  const { form, read } = record
  const wanted = useWantedForm('corridor', () => ({}))
  useKeepTyped(record.typed, t(corridor ? 'editTitle' : 'addTitle'), {
    form: 'corridor',
    subject: {},
    restored: wanted?.values,
  })
  const { send, typed } = useSendOnce({ again: true })

  const rows = parseRows(form.values.junctions)
  const isOneWay = form.values.oneWay === 'yes'
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
    form.setFieldValue('junctions', rowsText(changed))
  }

  async function save(values: CorridorFormValues): Promise<void> {
    record.fail(undefined)
    let id: string
    try {
      const saved = await saving.mutateAsync(corridorRequest(values, read))
      id = saved.id.id
    } catch (error) {
      record.fail(error)
      throw error
    }
    notifySuccess(t('saved'))
    void navigate({ to: '/corridors/$corridorId', params: { corridorId: id }, ignoreBlocker: true })
  }

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
      {Object.keys(typedValues(record.typed)).length > 0 && !form.submitting && <LeaveQuestion />}
      <div className={styles.fields}>
        <TextInput {...form.getInputProps('name')} label={t('name')} required disabled={form.submitting} />
        <NativeSelect
          {...form.getInputProps('customer')}
          label={t('customer')}
          description={t('customerHint')}
          // Its field stands beside that of the name.
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          disabled={form.submitting}
          data={[
            { value: '', label: t('noCustomer') },
            ...customerChoices(customers.data?.data ?? [], corridor).map(({ id, title }) => ({
              value: id,
              label: title,
            })),
          ]}
        />
        <Switch
          label={t('oneWay')}
          checked={isOneWay}
          disabled={form.submitting}
          onChange={(event) => {
            form.clearErrors()
            form.setFieldValue('oneWay', event.currentTarget.checked ? 'yes' : 'no')
          }}
        />
      </div>
      <Card title={t('junctions')} padded={false}>
        <PartLoading
          meanwhile={<SkeletonBlock height={360} />}
          failed={<p className={styles.hint}>{t('mapFailed')}</p>}
        >
          <CorridorMap
            fleet={fleet}
            chosen={rows.map(({ device }) => device)}
            onPick={(id) => setRows(withJunction(rows, id, placeOf))}
          />
        </PartLoading>
        <JunctionChoice
          junctions={fleet.junctions}
          status={status}
          chosen={rows.map(({ device }) => device)}
          error={form.errors.junctions}
          disabled={form.submitting}
          onChoose={(id) => setRows(withJunction(rows, id, placeOf))}
        />
        <JunctionRows
          {...{ rows, isOneWay, placeOf, nameOf }}
          errorOf={(path) => form.errors[path]}
          disabled={form.submitting}
          onChange={setRows}
        />
      </Card>
      <SaveNotes
        record={record}
        fallback={t(corridor ? 'updateFailed' : 'createFailed')}
        fieldText={(field) => ({ label: t(field), value: fieldWords(field) })}
      />
      <div className={styles.foot}>
        <Button
          variant="default"
          disabled={rows.length < 2 || form.submitting}
          onClick={() => setRows(reversed(rows, placeOf))}
        >
          {t('reverse')}
        </Button>
        <Button type="submit" disabled={form.submitting || record.conflict}>
          {form.submitting ? common('saving') : t('save')}
        </Button>
      </div>
    </form>
  )

  /** Formats the newer value of a field that another user saved. */
  function fieldWords(field: keyof CorridorFormValues): string {
    const newer = corridorFormValues(read)
    if (field === 'junctions')
      return parseRows(newer.junctions)
        .map(({ device }) => nameOf(device))
        .join(' → ')
    if (field === 'oneWay') return t(newer.oneWay === 'yes' ? 'yes' : 'no')
    if (field === 'customer') return newer.customer === '' ? t('noCustomer') : (read?.customerTitle ?? newer.customer)
    return newer[field]
  }
}

/** Returns the customers to choose from, with the one that is chosen even if it is not among the first. */
function customerChoices(
  customers: readonly { readonly id: { readonly id: string }; readonly title: string }[],
  corridor: AssetInfo | undefined,
): readonly { readonly id: string; readonly title: string }[] {
  const choices = customers.map(({ id, title }) => ({ id: id.id, title }))
  const own = corridor?.customerTitle ? { id: corridor.customerId.id, title: corridor.customerTitle } : undefined
  return own && !choices.some(({ id }) => id === own.id) ? [own, ...choices] : choices
}
