import { INSPECTION_MONTHS, type Inspection, MOST_INSPECTION_NAME } from '@greenwave/contract/records/inspections'
import { isoDate } from '@greenwave/controller/isoTime'
import { Autocomplete, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { errorText } from '../../../data/errorText.ts'
import { planInspectionMutation } from '../../../data/queries/inspections.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import { complaintsOf, submitOf } from '../../../ui/forms/forms.ts'
import { TimeField } from '../../../ui/forms/TimeField.tsx'
import { typedOf } from '../../../ui/forms/typedForm.ts'
import { notifySuccess } from '../../../ui/notices/notify.tsx'

/** The inspection of the dialog, and the junctions of which it is planned. */
export interface InspectionSubject {
  readonly deviceIds: readonly string[]
  /** Name of the junction, or how many there are. */
  readonly of: string
  /** Undefined for a new one. */
  readonly before: Inspection | undefined
}

interface InspectionDialogProps {
  readonly subject: InspectionSubject
  /** Names of inspections elsewhere. */
  readonly names: readonly string[]
  readonly opened: boolean
  readonly onClose: () => void
}

type Complaint = 'required' | 'months' | 'from'
const isMonths = (text: string) =>
  /^\d{1,3}$/.test(text.trim()) && Number(text) >= INSPECTION_MONTHS.min && Number(text) <= INSPECTION_MONTHS.max
const InspectionForm = z.object({
  name: z.string().check(z.trim(), z.minLength(1, { error: 'required' satisfies Complaint })),
  months: z.string().check(z.refine(isMonths, { error: 'months' satisfies Complaint })),
  from: z.iso.date({ error: 'from' satisfies Complaint }),
})

/** Plans an inspection of junctions, or changes one. */
export function InspectionDialog({ subject, names, opened, onClose }: InspectionDialogProps) {
  const t = useTexts('settings', 'inspections')
  const { deviceIds, of, before } = subject
  const saving = useMutation(planInspectionMutation)
  const [initial] = useState(() => ({
    name: before?.name ?? '',
    months: String(before?.months ?? 12),
    from: before?.from ?? isoDate(serverNowMs()),
  }))
  const form = useForm({
    initialValues: initial,
    validate: complaintsOf(InspectionForm, (key: Complaint) => t(`complaint.${key}`)),
  })

  async function save({ name, months, from }: typeof initial): Promise<void> {
    await saving.mutateAsync({ deviceIds, name: name.trim(), months: Number(months), from })
    notifySuccess(t('saved'))
    onClose()
  }

  const disabled = form.submitting
  return (
    <FormDialog
      opened={opened}
      title={t(before ? 'editTitle' : 'add')}
      subject={<b>{of}</b>}
      submitLabel={t('save')}
      submitting={disabled}
      typed={typedOf(form, initial)}
      error={saving.error ? errorText(saving.error, t('saveFailed')) : undefined}
      onSubmit={submitOf(form, save)}
      onClose={onClose}
    >
      <Autocomplete
        {...form.getInputProps('name')}
        label={t('field.name')}
        data={[...names]}
        maxLength={MOST_INSPECTION_NAME}
        required
        // Works name it by its name.
        disabled={disabled || before !== undefined}
      />
      <TextInput {...form.getInputProps('months')} label={t('field.months')} inputMode="numeric" disabled={disabled} />
      <TimeField {...form.getInputProps('from')} precision="day" label={t('field.from')} disabled={disabled} />
    </FormDialog>
  )
}
