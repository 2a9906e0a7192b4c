import { ActionIcon, Group, UnstyledButton } from '@mantine/core'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Photo, photoQuery } from '../data/queries/photos.ts'
import { useTexts } from '../texts/useTexts.ts'

interface PhotosProps {
  readonly photos: readonly Photo[]
  /** Removes a photo; left out where they only are shown. */
  readonly onRemove?: ((photo: Photo) => void) | undefined
}

/** Photos as small pictures; a tap enlarges one. */
export function Photos({ photos, onRemove }: PhotosProps) {
  const t = useTexts('monitoring', 'photo')
  const [large, setLarge] = useState<number | null>(null)
  return (
    <Group gap={8} align="start">
      {photos.map((photo, nth) => (
        <Group key={typeof photo === 'string' ? photo : photo.name} gap={4} align="start" wrap="nowrap">
          <UnstyledButton
            aria-expanded={large === nth}
            aria-label={t('enlarge', { nth: nth + 1 })}
            onClick={() => setLarge(large === nth ? null : nth)}
          >
            <Picture photo={photo} alt={t('nth', { nth: nth + 1 })} isLarge={large === nth} />
          </UnstyledButton>
          {onRemove && (
            <ActionIcon variant="default" aria-label={t('remove', { nth: nth + 1 })} onClick={() => onRemove(photo)}>
              <IconTrash size={17} stroke={1.7} aria-hidden="true" />
            </ActionIcon>
          )}
        </Group>
      ))}
    </Group>
  )
}

/** Width and height of a small picture, pixels. */
const SIDE = 88
const SMALL = { width: SIDE, height: SIDE, objectFit: 'cover' } as const

function Picture({ photo, alt, isLarge }: { readonly photo: Photo; readonly alt: string; readonly isLarge: boolean }) {
  const t = useTexts('monitoring', 'photo')
  const { data, error } = useQuery(photoQuery(photo))
  if (error) return t('notLoaded')
  const style = { display: 'block', borderRadius: 'var(--gw-radius-s)', ...(isLarge ? { maxWidth: '100%' } : SMALL) }
  return data === undefined ? <span style={style} /> : <img src={data} alt={alt} style={style} />
}
