import type { AssetInfo } from '@greenwave/contract/wire/assets'
import { Button, Switch } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { corridorQuery, saveCorridorMutation } from '../../../data/queries/corridors.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { complaintsOf } from '../../../ui/forms/forms.ts'
import {
  type CorridorComplaint,
  CorridorForm,
  type CorridorFormValues,
  corridorFormValues,
  corridorRequest,
  junctionComplaints,
} from '../model/corridorForm.ts'
import { reversed } from '../model/corridorRows.ts'
import styles from './Corridors.module.css'
import { JunctionsEditor } from './JunctionsEditor.tsx'

/** The form of a corridor. Undefined for a new corridor. */
export function CorridorEditor({ corridor }: { readonly corridor: AssetInfo | undefined }) {
  const t = useTexts('corridors')
  const client = useQueryClient()
  const navigate = useNavigate()
  const saving = useMutation(saveCorridorMutation)
  const word = (key: CorridorComplaint) => t(key)
  const fieldComplaints = complaintsOf(CorridorForm, word)
  return (
    <JunctionsEditor<CorridorFormValues>
      asset={corridor}
      kind="corridor"
      texts={{
        title: t(corridor ? 'editTitle' : 'addTitle'),
        saved: t('saved'),
        failed: t(corridor ? 'updateFailed' : 'createFailed'),
        save: t('save'),
      }}
      customerHint={t('customerHint')}
      fieldsClass={styles.fields}
      valuesOf={corridorFormValues}
      isOneWay={({ oneWay }) => oneWay === 'yes'}
      complaints={(typed) => {
        const ofJunctions = Object.entries(junctionComplaints(typed)).map(([path, key]) => [path, word(key)])
        return { ...fieldComplaints(typed), ...Object.fromEntries(ofJunctions) }
      }}
      reload={() => client.fetchQuery({ ...corridorQuery(corridor?.id.id ?? ''), staleTime: 0 })}
      save={(values, read) => saving.mutateAsync(corridorRequest(values, read))}
      onSaved={(corridorId) =>
        void navigate({ to: '/corridors/$corridorId', params: { corridorId }, ignoreBlocker: true })
      }
      fieldText={(_oneWay, newer) => ({ label: t('oneWay'), value: t(newer.oneWay) })}
      fields={({ form }) => (
        <Switch
          label={t('oneWay')}
          checked={form.values.oneWay === 'yes'}
          disabled={form.submitting}
          onChange={(event) => {
            form.clearErrors()
            form.setFieldValue('oneWay', event.currentTarget.checked ? 'yes' : 'no')
          }}
        />
      )}
      action={({ form, rows, placeOf, setRows }) => (
        <Button
          variant="default"
          disabled={rows.length < 2 || form.submitting}
          onClick={() => setRows(reversed(rows, placeOf))}
        >
          {t('reverse')}
        </Button>
      )}
    />
  )
}
