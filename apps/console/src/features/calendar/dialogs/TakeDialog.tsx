import { isPlanKey, kindFindings, timingOf, withKind } from '@greenwave/changes/calendar/kindSettings'
import { type Calendar, parseKinds } from '@greenwave/contract/records/calendars'
import { isDanger } from '@greenwave/controller/checks/danger'
import { Checkbox, NativeSelect } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../data/errorText.ts'
import { calendarJunctionsQuery, fetchShared, saveKindsMutation } from '../../../data/queries/calendars.ts'
import { JunctionFilter } from '../../../shared/JunctionFilter.tsx'
import { useFindingText } from '../../../shared/useFindingText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import { submitOf } from '../../../ui/forms/forms.ts'
import { typedOf } from '../../../ui/forms/typedForm.ts'
import { notifySuccess } from '../../../ui/notices/notify.tsx'
import { KindDifferences } from '../parts/KindDifferences.tsx'

/** Settings of the junction that it runs now, in the choice of sources; the others are kinds. */
const NOW = ''

interface TakeDialogProps {
  readonly calendar: Calendar
  readonly opened: boolean
  readonly onClose: () => void
}

/** Makes the settings of a kind at a junction: from what it runs now, or from another of its kinds. */
export function TakeDialog({ calendar, opened, onClose }: TakeDialogProps) {
  const t = useTexts('settings', 'calendar')
  const findingText = useFindingText()
  const saving = useMutation(saveKindsMutation)
  const junctions = useQuery(calendarJunctionsQuery()).data ?? []
  const [refused, setRefused] = useState<string>()
  const [initial] = useState(() => ({ junction: '', kind: calendar.kinds[0]?.id ?? '', from: NOW, programs: '' }))
  const form = useForm({
    initialValues: initial,
    validate: { junction: (junction) => (junction === '' ? t('take.junctionMissing') : null) },
  })
  const { kinds: present } = junctions.find(({ id }) => id === form.values.junction) ?? {}
  const isOther = present !== undefined && present.calendar !== calendar.key

  async function save({ junction, kind, from, programs }: typeof initial): Promise<void> {
    setRefused(undefined)
    const shared = await fetchShared(junction)
    const known = new Set(Object.values(present?.kinds ?? {}).flatMap(Object.keys))
    const now = timingOf(shared, (key) => programs !== '' || isPlanKey(key) || known.has(key))
    const taken = from === NOW ? now : (present?.kinds[from] ?? {})
    const kinds = withKind(calendar, present?.kinds ?? {}, kind, taken, now)
    const found = kindFindings(taken, shared).find((one) => one.level === 'error' || isDanger(one))
    if (found || parseKinds(kinds).problems) {
      setRefused(found ? findingText(found) : t('take.tooMany'))
      throw new Error('refused')
    }
    await saving.mutateAsync({ id: junction, kinds: { calendar: calendar.key, kinds } })
    notifySuccess(t('take.done'))
    onClose()
  }

  const failure = saving.error ? errorText(saving.error, t('saveFailed')) : undefined
  return (
    <FormDialog
      opened={opened}
      title={t('take.title')}
      submitLabel={t('take.submit')}
      submitting={form.submitting}
      submitDisabled={isOther}
      typed={typedOf(form, initial)}
      error={isOther ? t('take.other') : (refused ?? failure)}
      onSubmit={submitOf(form, save)}
      onClose={onClose}
    >
      <JunctionFilter
        isNeeded
        junction={form.values.junction || undefined}
        onChange={(junction) => form.setFieldValue('junction', junction ?? '')}
      />
      <NativeSelect
        {...form.getInputProps('kind')}
        label={t('take.kind')}
        data={calendar.kinds.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <NativeSelect
        {...form.getInputProps('from')}
        label={t('take.from')}
        description={t('take.fromHint')}
        data={[
          { value: NOW, label: t('take.now') },
          ...calendar.kinds.filter(({ id }) => present?.kinds[id]).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <Checkbox
        label={t('take.programs')}
        description={t('take.programsHint')}
        checked={form.values.programs !== ''}
        onChange={({ currentTarget }) => form.setFieldValue('programs', currentTarget.checked ? 'all' : '')}
      />
      {present && !isOther && <KindDifferences calendar={calendar} kinds={present.kinds} />}
    </FormDialog>
  )
}
