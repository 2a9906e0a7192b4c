import styles from './LogoMark.module.css'

/** The product's mark: a small signal head. Decorative; the product's name stands beside it. */
export function LogoMark({ size = 'small' }: { size?: 'small' | 'large' }) {
  return (
    <span className={styles.mark} data-size={size} aria-hidden="true">
      <span className={`${styles.lamp} ${styles.red}`} />
      <span className={`${styles.lamp} ${styles.yellow}`} />
      <span className={`${styles.lamp} ${styles.green}`} />
    </span>
  )
}
