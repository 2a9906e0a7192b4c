import { API_KEY_DAYS, API_KEY_DESCRIPTION_LENGTH } from '@greenwave/contract/wire/apiKeys'
import { Button, Code, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { errorText } from '../../../data/errorText.ts'
import { createApiKeyMutation } from '../../../data/queries/apiKeys.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { DialogFooter } from '../../../ui/dialogs/DialogFooter.tsx'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import { submitOf } from '../../../ui/forms/forms.ts'
import { copyText, useHighlight } from '../../../ui/page/useHighlight.ts'

/** Properties of `NewApiKeyDialog`. */
export interface NewApiKeyDialogProps {
  readonly userId: string
  readonly opened: boolean
  readonly onClose: () => void
}

const LIVES_DAYS = [30, 90, API_KEY_DAYS] as const

/** Creates an API key, and then shows its value, which is shown only once. */
export function NewApiKeyDialog({ userId, opened, onClose }: NewApiKeyDialogProps) {
  const t = useTexts('admin', 'apiKeys')
  const create = useMutation(createApiKeyMutation)
  const [copied, markCopied] = useHighlight()
  const form = useForm({
    initialValues: { description: '', days: String(LIVES_DAYS[1]) },
    validate: { description: (typed) => (typed.trim() === '' ? t('nameRequired') : null) },
  })
  const value = create.data?.value
  if (value != null) {
    return (
      <Dialog
        opened={opened}
        title={t('createdTitle')}
        step="value"
        busy={false}
        onDismiss={onClose}
        onBack={undefined}
      >
        <Stack gap="md">
          <Text>{t('shownOnce')}</Text>
          <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            {value}
          </Code>
          <Text c="dimmed">{t('howToSend')}</Text>
          <DialogFooter>
            <Button variant="default" onClick={() => void copyText(value).then((done) => done && markCopied())}>
              {copied ? t('copied') : t('copy')}
            </Button>
            <Button data-autofocus onClick={onClose}>
              {t('kept')}
            </Button>
          </DialogFooter>
        </Stack>
      </Dialog>
    )
  }
  return (
    <FormDialog
      opened={opened}
      title={t('create')}
      submitLabel={t('create')}
      submitting={form.submitting}
      error={create.error ? errorText(create.error, t('createFailed')) : undefined}
      onSubmit={submitOf(form, async ({ description, days }) => {
        await create.mutateAsync({ userId, description: description.trim(), days: Number(days) })
      })}
      onClose={onClose}
    >
      <TextInput
        {...form.getInputProps('description')}
        label={t('name')}
        description={t('nameHint')}
        maxLength={API_KEY_DESCRIPTION_LENGTH}
        required
        disabled={form.submitting}
        data-autofocus
      />
      <NativeSelect
        {...form.getInputProps('days')}
        label={t('life')}
        data={LIVES_DAYS.map((days) => ({ value: String(days), label: t('lifeDays', { days }) }))}
        disabled={form.submitting}
      />
    </FormDialog>
  )
}
