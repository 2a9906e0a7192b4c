import { useLayoutEffect } from 'react'
import { useTexts } from '../../texts/useTexts.ts'
import styles from './FindButton.module.css'

/** Properties of `TypedAhead`. */
interface TypedAheadProps {
  /** The field, from which the palette takes what was typed. */
  readonly ref: React.RefObject<HTMLInputElement | null>
  readonly onDismiss: () => void
}

/**
 * Takes what is typed between the opening of the palette and its first focus: the palette may have to be loaded, and a
 * letter may be composed of several keys. It is seen only if that takes long.
 */
export function TypedAhead({ ref, onDismiss }: TypedAheadProps) {
  const t = useTexts('common', 'shell')
  // In the same task as the key that opened the palette, so that the next key arrives here.
  useLayoutEffect(() => ref.current?.focus({ preventScroll: true }), [ref])
  return (
    <input
      ref={ref}
      className={styles.ahead}
      type="text"
      inputMode="search"
      autoComplete="off"
      aria-label={t('find')}
      placeholder={t('find')}
      onKeyDown={({ key, nativeEvent }) => key === 'Escape' && !nativeEvent.isComposing && onDismiss()}
    />
  )
}
