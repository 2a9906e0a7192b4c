import { Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { errorText } from '../../../data/errorText.ts'
import { alarmCommentsQuery } from '../../../data/queries/pastIncidents.ts'
import type { Photo } from '../../../data/queries/photos.ts'
import { unsent, writeNote } from '../../../data/queries/unsent.ts'
import { useHeld } from '../../../data/useWatch.ts'
import { AlarmComments } from '../../../shared/AlarmComments.tsx'
import { useTexts } from '../../../texts/useTexts.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import { complaintsOf, submitOf } from '../../../ui/forms/forms.ts'
import { typedOf } from '../../../ui/forms/typedForm.ts'
import { lazyPart } from '../../../ui/states/lazyPart.tsx'
import { useLoadedQuietly } from '../../../ui/states/useLoadedQuietly.ts'
import { notifyInfo, notifySuccess } from '../../../ui/notices/notify.tsx'

const PhotoField = lazyPart(async () => (await import('../../../shared/PhotoField.tsx')).PhotoField, 'monitoring')

interface CommentDialogProps {
  /** The device of the incident; null for one of a corridor, which has no photos. */
  readonly deviceId: string | null
  readonly alarmId: string
  readonly junction: string
  readonly opened: boolean
  readonly onClose: () => void
}

/** Longest comment, characters: less than the platform's 10 KiB in any language. */
const MOST_CHARACTERS = 2000
const EMPTY = { text: '' }

const CommentForm = z.object({
  text: z
    .string()
    .check(z.trim(), z.minLength(1, { error: 'required' }), z.maxLength(MOST_CHARACTERS, { error: 'tooLong' })),
})

/** A photo needs no text. */
const WithPhotoForm = z.object({
  text: z.string().check(z.trim(), z.maxLength(MOST_CHARACTERS, { error: 'tooLong' })),
})

/** Shows the comments on an incident, and writes one. */
export function CommentDialog({ deviceId, alarmId, junction, opened, onClose }: CommentDialogProps) {
  const t = useTexts('incidents', 'now')
  const comment = useMutation({ mutationFn: writeNote })
  const client = useQueryClient()
  const waiting = useHeld(unsent).filter((note) => note.alarmId === alarmId)
  const [photos, setPhotos] = useState<readonly Photo[]>([])
  // Without a network a note can do without photos.
  const hasPhotos = useLoadedQuietly(PhotoField, deviceId !== null)
  const comments = useQuery(alarmCommentsQuery(alarmId))
  const form = useForm({
    initialValues: EMPTY,
    validate: complaintsOf(photos.length > 0 ? WithPhotoForm : CommentForm, (key: 'required' | 'tooLong') =>
      t(`commentDialog.${key}`, { most: MOST_CHARACTERS }),
    ),
  })

  async function save({ text }: typeof EMPTY): Promise<void> {
    const taken = photos.filter((photo) => photo instanceof File)
    const outcome = await comment.mutateAsync({
      ...{ deviceId, alarmId, junction, photos: taken },
      text: text.trim() || t('commentDialog.photo'),
    })
    if (outcome === 'waits') notifyInfo(t('commentDialog.waits'))
    else notifySuccess(t('commentDialog.done'))
    void client.invalidateQueries(alarmCommentsQuery(alarmId))
    onClose()
  }

  return (
    <FormDialog
      opened={opened}
      title={t('commentDialog.title')}
      submitLabel={t('commentDialog.submit')}
      submitting={form.submitting}
      typed={typedOf(form, EMPTY)}
      error={comment.error ? errorText(comment.error, t('commentDialog.failed')) : undefined}
      onSubmit={submitOf(form, save)}
      onClose={onClose}
    >
      <Text fw={560} style={{ overflowWrap: 'anywhere' }}>
        {junction}
      </Text>
      <Textarea
        {...form.getInputProps('text')}
        label={t('commentDialog.text')}
        description={t('commentDialog.hint')}
        rows={4}
        required={photos.length === 0}
        disabled={form.submitting}
        data-autofocus
      />
      {hasPhotos && <PhotoField photos={photos} onChange={setPhotos} disabled={form.submitting} />}
      <AlarmComments comments={comments} />
      {waiting.map(({ id, text }) => (
        <Text key={id} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          <em>{t('commentDialog.notSent')}</em> · {text}
        </Text>
      ))}
    </FormDialog>
  )
}
