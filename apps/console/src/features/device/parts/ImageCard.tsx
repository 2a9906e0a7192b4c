import { ActionIcon, Button } from '@mantine/core'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { memo } from 'react'
import type { DeviceState } from '../../../data/device/deviceState.ts'
import { useDevice } from '../../../data/device/useDevice.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { Card } from '../../../ui/page/Card.tsx'
import type { OpenDialog } from '../model/deviceDialog.ts'
import styles from './ImageCard.module.css'
import { IntersectionImage } from './IntersectionImage.tsx'

const imageOf = ({ image }: DeviceState) => image

interface ImageCardProps {
  readonly deviceId: string
  /** The name of the device. */
  readonly name: string
  readonly onOpen: OpenDialog | undefined
}

/** Shows the picture of the intersection, with buttons to change or remove it. */
export const ImageCard = memo(function ImageCard({ deviceId, name, onOpen }: ImageCardProps) {
  const t = useTexts('device')
  const url = useDevice(deviceId, imageOf)
  return (
    <Card
      title={t('image.title')}
      padded={false}
      actions={
        onOpen && (
          <>
            {url && (
              <ActionIcon
                size={32}
                aria-label={t('form.imageDelete')}
                title={t('form.imageDelete')}
                onClick={() => onOpen({ kind: 'imageDelete' })}
              >
                <IconTrash size={17} stroke={1.7} aria-hidden="true" />
              </ActionIcon>
            )}
            <Button variant="subtle" size="compact-sm" onClick={() => onOpen({ kind: 'image' })}>
              {t(url ? 'image.edit' : 'image.add')}
            </Button>
          </>
        )
      }
    >
      {url ? (
        <IntersectionImage key={url} url={url} alt={t('image.alt', { name })} />
      ) : (
        <p className={styles.none}>{t('image.none')}</p>
      )}
    </Card>
  )
})
