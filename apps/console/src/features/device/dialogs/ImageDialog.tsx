import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { IMAGE_KEY, parseImage } from '../../../data/device/image.ts'
import { errorText } from '../../../data/errorText.ts'
import { isImageUrl, type Photo, uploadPhotos } from '../../../data/queries/photos.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx'
import { notifySuccess } from '../../../ui/notices/notify.tsx'
import { lazyPart } from '../../../ui/states/lazyPart.tsx'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import { shortName } from '../model/deviceView.ts'
import { IntersectionImage } from '../parts/IntersectionImage.tsx'
import { ChangeDialog, JunctionName } from './ChangeDialog.tsx'
import { ConflictNote } from './ConflictNote.tsx'
import type { DialogProps } from './dialogProps.ts'
import { useChangeFlow } from './useChangeFlow.ts'

const PhotoField = lazyPart(async () => (await import('../../../shared/PhotoField.tsx')).PhotoField, 'monitoring')

const KEYS = [IMAGE_KEY]
const PREVIEW_AFTER_MS = 400

/**
 * The dialog for the picture of the intersection: an address, which is shown while the user types, or a photo, which the
 * platform keeps.
 */
export function ImageDialog({ view, opened, onClose }: DialogProps) {
  const t = useTexts('device')
  const dialog = useTexts('settings', 'dialogs')
  const flow = useChangeFlow({
    view,
    scope: 'SERVER_SCOPE',
    keys: KEYS,
    fallback: dialog('errors.imageSave'),
    onSaved: () => notifySuccess(dialog('success.image')),
    onClose,
  })
  const [begun] = useState(() => parseImage(view.server))
  const [typed, setTyped] = useState(begun)
  const upload = useMutation({
    mutationFn: (taken: Photo) => uploadPhotos(view.deviceId, [taken]),
    onSuccess: ([link = '']) => setTyped(link),
  })
  const url = typed.trim()
  const isUrl = isImageUrl(url)
  // Avoids a request for every letter of the address.
  const [previewed] = useDebouncedValue(url, PREVIEW_AFTER_MS)
  const picture = <IntersectionImage key={previewed} url={previewed} alt={t('image.alt', { name: shortName(view) })} />
  return (
    <ChangeDialog
      view={view}
      opened={opened}
      flow={flow}
      findings={[]}
      lead={<strong>{dialog('form.imageTitle')}</strong>}
      preview={isImageUrl(previewed) && picture}
      onClose={onClose}
      form={{
        title: dialog('form.imageTitle'),
        submitLabel: dialog('form.imageSave'),
        typed: {
          initial: { [IMAGE_KEY]: begun },
          values: { [IMAGE_KEY]: typed },
          restore: (kept) => setTyped(String(kept[IMAGE_KEY] ?? begun)),
        },
        submitDisabled: url === '',
        onSubmit: (event) => {
          event.preventDefault()
          if (isUrl) flow.ask({ [IMAGE_KEY]: url })
        },
        children: (
          <>
            <ConflictNote
              flow={flow}
              typed={{ [IMAGE_KEY]: typed }}
              onTakeTheirs={() => setTyped(parseImage(view.server))}
            />
            <TextInput
              type="url"
              label={dialog('form.imageUrl')}
              placeholder="https://"
              required
              withAsterisk={false}
              autoComplete="off"
              value={typed}
              error={url !== '' && !isUrl && dialog('form.imageInvalid')}
              onChange={(event) => setTyped(event.currentTarget.value)}
              data-autofocus
            />
            <Suspense fallback={null}>
              <PhotoField
                photos={[]}
                most={1}
                disabled={upload.isPending}
                onChange={([photo]) => photo && upload.mutate(photo)}
              />
            </Suspense>
            {upload.error && <ErrorText>{errorText(upload.error, dialog('errors.photo'))}</ErrorText>}
            {isUrl && isImageUrl(previewed) && <section aria-label={t('image.preview')}>{picture}</section>}
          </>
        ),
      }}
    />
  )
}

/** Asks before the picture is removed. An empty text stands for "no picture". */
export function ImageDeleteDialog({ view, opened, onClose }: DialogProps) {
  const t = useTexts('device')
  const dialog = useTexts('settings', 'dialogs')
  const flow = useChangeFlow({
    view,
    scope: 'SERVER_SCOPE',
    keys: KEYS,
    fallback: dialog('errors.imageDelete'),
    onSaved: () => notifySuccess(dialog('success.imageDeleted')),
    onClose,
  })
  return (
    <ConfirmDialog
      opened={opened}
      title={t('form.imageDelete')}
      subject={<JunctionName view={view} />}
      submitting={flow.submitting}
      error={flow.error}
      danger
      onConfirm={() => flow.send({ [IMAGE_KEY]: '' })}
      onClose={onClose}
    >
      {dialog('form.imageDeleteQuestion')}
    </ConfirmDialog>
  )
}
