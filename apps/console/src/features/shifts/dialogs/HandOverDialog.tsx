import { LONGEST_SHIFT_NAME, LONGEST_SHIFT_NOTE } from '@greenwave/contract/records/shifts'
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { errorText } from '../../../data/errorText.ts'
import { saveShiftMutation, shiftsQuery } from '../../../data/queries/shifts.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useSession } from '../../../data/session.ts'
import { sinceText } from '../../../shared/dateText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import type { PageDialogProps } from '../../../ui/dialogs/PageDialogs.tsx'
import { complaintsOf, submitOf } from '../../../ui/forms/forms.ts'
import { typedOf } from '../../../ui/forms/typedForm.ts'
import { notifySuccess } from '../../../ui/notices/notify.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { boundedHandOver } from '../model/handOver.ts'
import { SHIFT_BEGINS, type ShiftBegins, type ShiftDialog, shiftBegan } from '../model/shiftDialog.ts'
import { useShiftContent } from '../model/useShiftContent.ts'
import { ShiftLists } from '../parts/ShiftLists.tsx'

const tooLong = (most: number) => z.string().check(z.trim(), z.maxLength(most, { error: String(most) }))
const ShiftForm = z.object({
  begins: z.enum(SHIFT_BEGINS),
  note: tooLong(LONGEST_SHIFT_NOTE),
  name: tooLong(LONGEST_SHIFT_NAME),
})
const EMPTY: { begins: ShiftBegins; note: string; name: string } = { begins: 'last', note: '', name: '' }

/** Hands over a shift: what is open and was changed, with a note, signed. */
export function HandOverDialog({ opened, onClose }: PageDialogProps<ShiftDialog>) {
  const t = useTexts('monitoring', 'shifts')
  const session = useSession()
  const email = session.state === 'signedIn' ? session.user.email : ''
  const saving = useMutation(saveShiftMutation)
  const lastMs = useInfiniteQuery(shiftsQuery()).data?.[0]?.atMs ?? null
  const [openedMs] = useState(serverNowMs)
  const form = useForm({
    initialValues: EMPTY,
    validate: complaintsOf(ShiftForm, (most: string) => t('dialog.tooLong', { most })),
  })
  const fromMs = shiftBegan(form.values.begins, lastMs, openedMs)
  const { content, unread, error, again } = useShiftContent(fromMs)
  const choices = SHIFT_BEGINS.filter((begins) => begins !== 'last' || lastMs !== null)

  async function save({ note, name }: typeof EMPTY): Promise<void> {
    if (content === null) return
    const signed = { from: fromMs, by: email, name: name.trim() || email, note: note.trim() }
    await saving.mutateAsync(boundedHandOver({ kind: 'handed', ...signed, ...content, leftOut: unread }))
    notifySuccess(t('dialog.done'))
    onClose()
  }

  return (
    <FormDialog
      opened={opened}
      title={t('dialog.title')}
      size="lg"
      submitLabel={t('dialog.submit')}
      submitting={form.submitting}
      submitDisabled={content === null}
      typed={typedOf(form, EMPTY)}
      error={saving.error ? errorText(saving.error, t('dialog.failed')) : undefined}
      onSubmit={submitOf(form, save)}
      onClose={onClose}
    >
      <Textarea
        {...form.getInputProps('note')}
        label={t('dialog.note')}
        description={t('dialog.noteHint')}
        rows={3}
        disabled={form.submitting}
        data-autofocus
      />
      <TextInput
        {...form.getInputProps('name')}
        label={t('dialog.name')}
        description={t('dialog.nameHint', { email })}
        autoComplete="name"
        disabled={form.submitting}
      />
      <NativeSelect
        {...form.getInputProps('begins')}
        label={t('dialog.begins')}
        disabled={form.submitting}
        data={choices.map((value) => ({
          value,
          label:
            value === 'last'
              ? t('dialog.last', { time: sinceText(lastMs ?? openedMs, openedMs) })
              : t('dialog.hours', { count: Number(value) }),
        }))}
      />
      {error ? (
        <ErrorState compact error={error} fallback={t('dialog.readFailed')} onRetry={again} />
      ) : content === null ? (
        <p role="status">{t('dialog.reading')}</p>
      ) : (
        <>
          <ShiftLists content={content} atMs={openedMs} />
          {unread > 0 && <p>{t('leftOut', { count: unread })}</p>}
        </>
      )}
    </FormDialog>
  )
}
