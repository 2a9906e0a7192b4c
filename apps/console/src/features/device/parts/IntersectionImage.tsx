import IconPhotoOff from '@tabler/icons-react/dist/esm/icons/IconPhotoOff.mjs'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { photoQuery } from '../../../data/queries/photos.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import styles from './ImageCard.module.css'

/**
 * Shows the picture at an address, or the photo of the platform that it names, or a placeholder with words if it does not load. Pass the address as `key` too,
 * because a failure is remembered.
 */
export function IntersectionImage({ url, alt }: { url: string; alt: string }) {
  const t = useTexts('device')
  const [failed, setFailed] = useState(false)
  const { data: address, error } = useQuery(photoQuery(url))
  if (failed || error) {
    return (
      <div className={styles.placeholder} role="img" aria-label={t('image.failed')}>
        <IconPhotoOff size={36} stroke={1.4} aria-hidden="true" />
        <span aria-hidden>{t('image.failed')}</span>
      </div>
    )
  }
  return (
    <img
      className={styles.image}
      src={address}
      alt={alt}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setFailed(true)}
    />
  )
}
