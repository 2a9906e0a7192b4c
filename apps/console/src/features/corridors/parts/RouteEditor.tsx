import type { AssetInfo } from '@greenwave/contract/wire/assets'
import { DIRECTIONS, type Direction } from '@greenwave/coordination/corridor'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useFleet, useFleetStatus } from '../../../data/fleet/useFleet.ts'
import { useWantedForm } from '../../../data/keptForm.ts'
import { corridorsQuery } from '../../../data/queries/corridors.ts'
import { customersQuery } from '../../../data/queries/customers.ts'
import { routeQuery, saveRouteMutation } from '../../../data/queries/routes.ts'
import { useSession } from '../../../data/session.ts'
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
import { type CorridorRow, type PlaceOf, parseRows, rowsText, withJunction } from '../model/corridorRows.ts'
import {
  type RouteComplaint,
  RouteForm,
  type RouteFormValues,
  routeComplaints,
  routeFormValues,
  routeRequest,
  rowsOfCorridor,
} from '../model/routeForm.ts'
import styles from './Corridors.module.css'
import routeStyles from './Routes.module.css'
import { JunctionChoice } from './JunctionChoice.tsx'
import { JunctionRows } from './JunctionRows.tsx'

const CorridorMap = lazyPart(async () => (await import('./CorridorMap.tsx')).CorridorMap, 'corridors')

/** The first hundred customers and corridors can be chosen. */
const FIRST = { page: 0, pageSize: 100, sortOrder: 'ASC' } as const
const FIRST_CUSTOMERS = { ...FIRST, sortProperty: 'title' } as const
const FIRST_CORRIDORS = { ...FIRST, sortProperty: 'name' } as const

/** The form of a green route: a corridor, or junctions clicked on the map or chosen by name. Undefined for a new route. */
export function RouteEditor({ route }: { readonly route: AssetInfo | undefined }) {
  const t = useTexts('corridors')
  const r = useTexts('corridors', 'routes')
  const common = useTexts('common')
  const client = useQueryClient()
  const navigate = useNavigate()
  const session = useSession()
  const fleet = useFleet()
  const status = useFleetStatus(fleet)
  const customers = useQuery(customersQuery(FIRST_CUSTOMERS)).data?.data ?? []
  const corridors = useQuery(corridorsQuery(session, FIRST_CORRIDORS)).data?.data ?? []
  const saving = useMutation(saveRouteMutation)
  const routeId = route?.id.id
  const word = (key: RouteComplaint) => (key === 'longestRange' || key === 'queueRange' ? r(key) : t(key))
  const fieldComplaints = complaintsOf(RouteForm, word)
  const record = useRecordForm<AssetInfo, RouteFormValues>({
    record: route,
    valuesOf: routeFormValues,
    complaints: (typed) => {
      const ofRows = Object.entries(routeComplaints(typed)).map(([path, key]) => [path, word(key)])
      return { ...fieldComplaints(typed), ...Object.fromEntries(ofRows) }
    },
    reload: () => client.fetchQuery({ ...routeQuery(routeId ?? ''), staleTime: 0 }),
  })
  const { form, read } = record
  const wanted = useWantedForm('route', () => ({}))
  useKeepTyped(record.typed, r(route ? 'editTitle' : 'addTitle'), {
    form: 'route',
    subject: {},
    restored: wanted?.values,
  })
  const { send, typed } = useSendOnce({ again: true })
  const rows = parseRows(form.values.junctions)
  const placeOf: PlaceOf = (id) => {
    const { latitude, longitude } = fleet.junctions.get(id) ?? { latitude: null, longitude: null }
    return latitude === null || longitude === null ? null : { latitude, longitude }
  }
  const nameOf = (id: string): string =>
    fleet.junctions.get(id)?.label ?? (status.total === undefined ? '…' : t('unknownJunction'))

  function setRows(changed: string): void {
    typed()
    // Rows may have moved, and complaints say where they are by their number.
    form.clearErrors()
    form.setFieldValue('junctions', changed)
  }
  const setList = (changed: readonly CorridorRow[]) => setRows(rowsText(changed))

  function takeCorridor(choice: string): void {
    const [id, direction] = choice.split(' ')
    const corridor = corridors.find((one) => one.id.id === id)
    if (!corridor) return
    const taken = rowsOfCorridor(corridor, direction as Direction)
    if (taken !== undefined) setRows(taken)
    if (form.values.name === '') form.setFieldValue('name', corridor.name)
  }

  async function save(values: RouteFormValues): Promise<void> {
    record.fail(undefined)
    let id: string
    try {
      id = (await saving.mutateAsync(routeRequest(values, read))).id.id
    } catch (error) {
      record.fail(error)
      throw error
    }
    notifySuccess(r('saved'))
    void navigate({ to: '/routes', search: { route: id }, ignoreBlocker: true })
  }

  const own = route?.customerTitle ? [{ value: route.customerId.id, label: route.customerTitle }] : []
  const others = customers
    .filter(({ id }) => id.id !== own[0]?.value)
    .map(({ id, title }) => ({ value: id.id, label: title }))
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
      <div className={routeStyles.fields}>
        <TextInput {...form.getInputProps('name')} label={t('name')} required disabled={form.submitting} />
        <NativeSelect
          {...form.getInputProps('customer')}
          label={t('customer')}
          disabled={form.submitting}
          data={[{ value: '', label: t('noCustomer') }, ...own, ...others]}
        />
        <TextInput
          {...form.getInputProps('longest')}
          label={r('longest')}
          description={r('longestHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="numeric"
          disabled={form.submitting}
        />
        <TextInput
          {...form.getInputProps('queue')}
          label={r('queue')}
          description={r('queueHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="numeric"
          disabled={form.submitting}
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
            onPick={(id) => setList(withJunction(rows, id, placeOf))}
          />
        </PartLoading>
        {corridors.length > 0 && (
          <NativeSelect
            className={styles.choice ?? ''}
            label={r('fromCorridor')}
            value=""
            disabled={form.submitting}
            data={[
              { value: '', label: r('chooseCorridor') },
              ...corridors.flatMap(({ id, name }) =>
                DIRECTIONS.map((direction) => ({
                  value: `${id.id} ${direction}`,
                  label: `${name}, ${t(`way.${direction}`)}`,
                })),
              ),
            ]}
            onChange={(event) => takeCorridor(event.currentTarget.value)}
          />
        )}
        <JunctionChoice
          junctions={fleet.junctions}
          status={status}
          chosen={rows.map(({ device }) => device)}
          error={form.errors.junctions}
          disabled={form.submitting}
          onChoose={(id) => setList(withJunction(rows, id, placeOf))}
        />
        <JunctionRows
          {...{ rows, placeOf, nameOf }}
          isOneWay
          isRoute
          errorOf={(path) => form.errors[path]}
          disabled={form.submitting}
          onChange={setList}
        />
      </Card>
      <SaveNotes
        record={record}
        fallback={r(route ? 'updateFailed' : 'createFailed')}
        fieldText={(field) => ({
          label: field === 'longest' || field === 'queue' ? r(field) : t(field),
          value:
            field === 'junctions'
              ? parseRows(routeFormValues(read).junctions)
                  .map(({ device }) => nameOf(device))
                  .join(' → ')
              : routeFormValues(read)[field],
        })}
      />
      <div className={styles.foot}>
        <Button type="submit" disabled={form.submitting || record.conflict}>
          {form.submitting ? common('saving') : r('save')}
        </Button>
      </div>
    </form>
  )
}
