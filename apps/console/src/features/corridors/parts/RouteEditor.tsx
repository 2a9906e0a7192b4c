import type { AssetInfo } from '@greenwave/contract/wire/assets'
import { DIRECTIONS, type Direction } from '@greenwave/coordination/corridor'
import { NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { corridorsQuery } from '../../../data/queries/corridors.ts'
import { routeQuery, saveRouteMutation } from '../../../data/queries/routes.ts'
import { useSession } from '../../../data/session.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { complaintsOf } from '../../../ui/forms/forms.ts'
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
import { type EditedJunctions, JunctionsEditor } from './JunctionsEditor.tsx'
import routeStyles from './Routes.module.css'

/** The first hundred corridors can be taken. */
const FIRST_CORRIDORS = { page: 0, pageSize: 100, sortOrder: 'ASC', sortProperty: 'name' } as const

/** The form of a green route, which may begin with a corridor. Undefined for a new route. */
export function RouteEditor({ route }: { readonly route: AssetInfo | undefined }) {
  const t = useTexts('corridors')
  const r = useTexts('corridors', 'routes')
  const client = useQueryClient()
  const navigate = useNavigate()
  const corridors = useQuery(corridorsQuery(useSession(), FIRST_CORRIDORS)).data?.data ?? []
  const saving = useMutation(saveRouteMutation)
  const word = (key: RouteComplaint) => (key === 'longestRange' || key === 'queueRange' ? r(key) : t(key))
  const fieldComplaints = complaintsOf(RouteForm, word)

  function takeCorridor(choice: string, { form, setRows }: EditedJunctions<RouteFormValues>): void {
    const [id, direction] = choice.split(' ')
    const corridor = corridors.find((one) => one.id.id === id)
    if (!corridor) return
    const taken = rowsOfCorridor(corridor, direction as Direction)
    if (taken !== undefined) setRows(taken)
    if (form.values.name === '') form.setFieldValue('name', corridor.name)
  }

  return (
    <JunctionsEditor<RouteFormValues>
      asset={route}
      kind="route"
      texts={{
        title: r(route ? 'editTitle' : 'addTitle'),
        saved: r('saved'),
        failed: r(route ? 'updateFailed' : 'createFailed'),
        save: r('save'),
      }}
      fieldsClass={routeStyles.fields}
      valuesOf={routeFormValues}
      isOneWay={() => true}
      complaints={(typed) => {
        const ofRows = Object.entries(routeComplaints(typed)).map(([path, key]) => [path, word(key)])
        return { ...fieldComplaints(typed), ...Object.fromEntries(ofRows) }
      }}
      reload={() => client.fetchQuery({ ...routeQuery(route?.id.id ?? ''), staleTime: 0 })}
      save={(values, read) => saving.mutateAsync(routeRequest(values, read))}
      onSaved={(id) => void navigate({ to: '/routes', search: { route: id }, ignoreBlocker: true })}
      fieldText={(field, newer) => ({ label: r(field === 'longest' ? 'longest' : 'queue'), value: newer[field] })}
      fields={({ form }) =>
        (['longest', 'queue'] as const).map((field) => (
          <TextInput
            key={field}
            {...form.getInputProps(field)}
            label={r(field)}
            description={field === 'longest' ? r('longestHint') : r('queueHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            inputMode="numeric"
            disabled={form.submitting}
          />
        ))
      }
      choice={(edited) =>
        corridors.length > 0 && (
          <NativeSelect
            className={styles.choice ?? ''}
            label={r('fromCorridor')}
            value=""
            disabled={edited.form.submitting}
            data={[
              { value: '', label: r('chooseCorridor') },
              ...corridors.flatMap(({ id, name }) =>
                DIRECTIONS.map((direction) => ({
                  value: `${id.id} ${direction}`,
                  label: `${name}, ${t(`way.${direction}`)}`,
                })),
              ),
            ]}
            onChange={(event) => takeCorridor(event.currentTarget.value, edited)}
          />
        )
      }
    />
  )
}
