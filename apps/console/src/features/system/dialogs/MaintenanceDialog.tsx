import { MAINTENANCE_LETTERS } from '@greenwave/contract/wire/system'
import { Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../data/errorText.ts'
import { startMaintenanceMutation } from '../../../data/queries/installation.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { fieldMinute, parseFieldTime } from '../../../shared/fieldTime.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import { submitOf } from '../../../ui/forms/forms.ts'
import { TimeField } from '../../../ui/forms/TimeField.tsx'
import { typedOf } from '../../../ui/forms/typedForm.ts'

const HOUR_MS = 3_600_000
const LONGEST_MS = 7 * 24 * HOUR_MS

export interface MaintenanceDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
}

/** Stops writing with a sentence for everybody and an end. */
export function MaintenanceDialog({ opened, onClose }: MaintenanceDialogProps) {
  const t = useTexts('admin', 'system')
  const start = useMutation(startMaintenanceMutation)
  const [initial] = useState(() => ({ text: '', until: fieldMinute(serverNowMs() + HOUR_MS) }))
  const form = useForm({
    initialValues: initial,
    validate: {
      text: (typed) => {
        const letters = typed.trim().length
        return letters >= 1 && letters <= MAINTENANCE_LETTERS
          ? null
          : t('sentenceRequired', { most: MAINTENANCE_LETTERS })
      },
      until: (typed) => {
        const leftMs = parseFieldTime(typed) - serverNowMs()
        return leftMs > 0 && leftMs <= LONGEST_MS ? null : t('untilInvalid')
      },
    },
  })
  return (
    <FormDialog
      opened={opened}
      title={t('startSubmit')}
      submitLabel={t('startSubmit')}
      submitting={form.submitting}
      typed={typedOf(form, initial)}
      error={start.error ? errorText(start.error, t('startFailed')) : undefined}
      onSubmit={submitOf(form, async ({ text, until }) => {
        await start.mutateAsync({ text: text.trim(), until: parseFieldTime(until) })
        onClose()
      })}
      onClose={onClose}
    >
      <Text>{t('maintenanceHint')}</Text>
      <Textarea
        {...form.getInputProps('text')}
        label={t('sentence')}
        rows={2}
        required
        disabled={form.submitting}
        data-autofocus
      />
      <TimeField
        {...form.getInputProps('until')}
        precision="minute"
        label={t('until')}
        required
        disabled={form.submitting}
      />
    </FormDialog>
  )
}
