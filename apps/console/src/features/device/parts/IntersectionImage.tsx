import IconPhotoOff from '@tabler/icons-react/dist/esm/icons/IconPhotoOff.mjs'
import { useState } from 'react'
import { useTexts } from '../../../texts/useTexts.ts'
import styles from './ImageCard.module.css'

/** A picture by its address; a placeholder with words when it does not load. Give it the address as its key. */
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
