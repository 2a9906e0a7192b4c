import { Button, FileButton, Group, Input } from '@mantine/core'
import { useState } from 'react'
import type { Photo } from '../data/queries/photos.ts'
import { useTexts } from '../texts/useTexts.ts'
import { Photos } from './Photos.tsx'
import { resizePhoto } from './resizePhoto.ts'

interface PhotoFieldProps {
  /** The photos of the form; `uploadPhotos` uploads those that are new, when the form is sent. */
  readonly photos: readonly Photo[]
  readonly onChange: (photos: readonly Photo[]) => void
  /** Most photos; default 4. */
  readonly most?: number
  readonly disabled?: boolean
}

/** Takes photos with the camera of a phone, or from files. Each is made small, and loses its position, on this device. */
export function PhotoField({ photos, onChange, most = 4, disabled = false }: PhotoFieldProps) {
  const t = useTexts('monitoring', 'photo')
  const [failed, setFailed] = useState(false)
  const [resizing, setResizing] = useState(false)

  async function take(file: File | null): Promise<void> {
    if (!file) return
    setFailed(false)
    setResizing(true)
    try {
      onChange([...photos, await resizePhoto(file)])
    } catch {
      setFailed(true)
    } finally {
      setResizing(false)
    }
  }

  const choice = (label: string, camera: boolean) => (
    <FileButton
      accept="image/*"
      {...(camera && { capture: 'environment' as const })}
      disabled={disabled}
      onChange={(file) => void take(file)}
    >
      {(props) => (
        <Button {...props} variant="default" loading={resizing} disabled={disabled}>
          {label}
        </Button>
      )}
    </FileButton>
  )
  return (
    <Input.Wrapper label={t('title')} labelElement="div" description={t('hint')} error={failed && t('failed')}>
      <Group gap={8} mt={6}>
        {photos.length < most && window.matchMedia('(pointer: coarse)').matches && choice(t('take'), true)}
        {photos.length < most && choice(t('choose'), false)}
        <Photos
          photos={photos}
          onRemove={disabled ? undefined : (photo) => onChange(photos.filter((one) => one !== photo))}
        />
      </Group>
    </Input.Wrapper>
  )
}
