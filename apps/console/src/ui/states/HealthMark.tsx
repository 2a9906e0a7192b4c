import { VisuallyHidden } from '@mantine/core'
import styles from './HealthMark.module.css'
import { HEALTH_SHAPES, type HealthMarkKind } from './healthShapes.ts'

export interface HealthMarkProps {
  readonly mark: HealthMarkKind
  /** Accessible name; left out where a text is beside the mark. */
  readonly label?: string | undefined
  /** True for what is only the last known state: it has no colour. */
  readonly old?: boolean
}

/** The mark of a junction's health: each has a shape of its own besides its colour. */
export function HealthMark({ mark, label, old = false }: HealthMarkProps) {
  return (
    <span className={styles.mark} data-mark={mark} data-old={old || undefined} title={label}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path fillRule="evenodd" d={HEALTH_SHAPES[mark]} />
      </svg>
      {label !== undefined && <VisuallyHidden>{label}</VisuallyHidden>}
    </span>
  )
}
