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
  /** What follows from it, such as what is left of a green wave. */
  consequences: readonly string[]
  /** Since when, and for how long. */
  since: ReactNode
  /** True for what is only the last known state. */
  old: boolean
  /** The lamps of a danger, which has a large tile. */
  lamps?: ReactNode
  /** How many columns of the grid it takes. */
  span: number
}

/** Shows an incident in one place, in letters that are legible across a room. */
export function WallTile({ level, name, sentence, consequences, since, old, lamps, span }: WallTileProps) {
  return (
    <li
      className={styles.tile}
      data-level={level}
      data-old={old || undefined}
      data-large={lamps !== undefined || undefined}
      style={{ gridColumn: `span ${span}` }}
    >
      <div className={styles.mark}>
        <HealthMark mark={markOf(level)} old={old} />
      </div>
      <div className={styles.words}>
        <h2 className={styles.name}>{name}</h2>
        <p className={styles.sentence}>{sentence}</p>
        {consequences.map((text) => (
          <p key={text} className={styles.since}>
            {text}
          </p>
        ))}
        <p className={styles.since}>{since}</p>
      </div>
      {lamps !== undefined && <div className={styles.lamps}>{lamps}</div>}
    </li>
  )
}

/** Counts what has no tile of its own. */
export function MoreTile({ children, span }: { children: ReactNode; span: number }) {
  return (
    <li className={styles.more} style={{ gridColumn: `span ${span}` }}>
      {children}
    </li>
  )
}
