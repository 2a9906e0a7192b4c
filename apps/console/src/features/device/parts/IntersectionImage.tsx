import IconPhotoOff from '@tabler/icons-react/dist/esm/icons/IconPhotoOff.mjs'
import { useState } from 'react'
import { useTexts } from '../../../texts/useTexts.ts'
import styles from './ImageCard.module.css'

/**
 * Shows the picture at an address, or a placeholder with words if it does not load. Pass the address as `key` too,
 * because a failure is remembered.
 */
export function IntersectionImage({ url, alt }: { url: string; alt: string }) {
  const t = useTexts('device')
  const [failed, setFailed] = useState(false)
  if (failed) {
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
      src={url}
      alt={alt}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setFailed(true)}
    />
  )
}
