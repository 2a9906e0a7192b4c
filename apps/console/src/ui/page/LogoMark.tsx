import styles from './LogoMark.module.css'

/** The product's logo, a small signal head. It is decorative, because the product's name is beside it. */
export function LogoMark({ size = 'small' }: { size?: 'small' | 'large' }) {
  return (
    <span className={styles.mark} data-size={size} aria-hidden="true">
      <span className={`${styles.lamp} ${styles.red}`} />
      <span className={`${styles.lamp} ${styles.yellow}`} />
      <span className={`${styles.lamp} ${styles.green}`} />
    </span>
  )
}
