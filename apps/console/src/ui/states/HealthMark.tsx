import { VisuallyHidden } from '@mantine/core'
import styles from './HealthMark.module.css'

/** Mark for the state of a junction. */
export type HealthMarkKind = 'danger' | 'fault' | 'deviation' | 'hold' | 'muted' | 'ok' | 'unknown' | 'unwatched'

/** Shape of each mark on 16 by 16; shapes differ without colour, too. */
export const HEALTH_SHAPES: Readonly<Record<HealthMarkKind, string>> = {
  // A diamond with an exclamation mark.
  danger: 'M8 0l8 8-8 8-8-8zM7 3.8h2v5.4H7zM7 10.4h2v2H7z',
  // A square with a cross.
  fault:
    'M3 1h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H3a2 2 0 0 1-2-2V3a2 2 0 0 1 2-2zM8 6.7L5.6 4.3 4.3 5.6 6.7 8l-2.4 2.4 1.3 1.3L8 9.3l2.4 2.4 1.3-1.3L9.3 8l2.4-2.4-1.3-1.3z',
  // A triangle with an exclamation mark.
  deviation: 'M8 .5L16 15H0zM7 5.6h2v4.6H7zM7 11.3h2v2H7z',
  // A thick ring.
  hold: 'M8 1a7 7 0 1 1 0 14A7 7 0 1 1 8 1zM8 5a3 3 0 1 0 0 6a3 3 0 1 0 0-6z',
  // A half moon.
  muted: 'M8 1a7 7 0 1 1 0 14A7 7 0 1 1 8 1zM8 2.6v10.8a5.4 5.4 0 0 0 0-10.8z',
  // A small dot.
  ok: 'M8 5a3 3 0 1 1 0 6a3 3 0 1 1 0-6z',
  // A thin ring.
  unknown: 'M8 3a5 5 0 1 1 0 10A5 5 0 1 1 8 3zM8 4.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7z',
  // A broken line.
  unwatched: 'M1 7h3v2H1zM6.5 7h3v2h-3zM12 7h3v2h-3z',
}

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
