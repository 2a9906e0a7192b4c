import type { JunctionLevel } from '@greenwave/contract/records/watch'
import type { ReactNode } from 'react'
import { markOf } from '../../../data/health.ts'
import { HealthMark } from '../../../ui/states/HealthMark.tsx'
import styles from './WallTile.module.css'

export interface WallTileProps {
  level: JunctionLevel
  /** The junction, or what was lost together. */
  name: string
  sentence: string
  /** Share that is left of a green wave. */
  left?: string | undefined
  /** Since when, and for how long. */
  since: ReactNode
  /** True for what is only the last known state. */
  old: boolean
}

/** Shows an incident in one place, in letters that are legible across a room. */
export function WallTile({ level, name, sentence, left, since, old }: WallTileProps) {
  return (
    <li
      className={styles.tile}
      data-level={level}
      data-old={old || undefined}
      data-wave={left !== undefined || undefined}
    >
      <div className={styles.mark}>
        <HealthMark mark={markOf(level)} old={old} />
      </div>
      <div className={styles.words}>
        <h2 className={styles.name}>{name}</h2>
        <p className={styles.sentence}>{sentence}</p>
        {left !== undefined && <p className={styles.since}>{left}</p>}
        <p className={styles.since}>{since}</p>
      </div>
    </li>
  )
}

/** Counts what has no tile of its own. */
export function MoreTile({ children }: { children: ReactNode }) {
  return <li className={styles.more}>{children}</li>
}
