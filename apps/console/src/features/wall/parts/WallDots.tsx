import { useElementSize } from '@mantine/hooks'
import type { CSSProperties } from 'react'
import { dotGrid } from '../model/wallLayout.ts'
import styles from './WallDots.module.css'

/** A dot for each junction without a tile, hollow where its state is not known now, as large as the place allows. Ten thousand of them are two elements. */
export function WallDots({ count, label, hollow }: { count: number; label: string; hollow: boolean }) {
  const { ref, width, height } = useElementSize()
  const { cell, columns, fullRows, rest } = dotGrid({ width, height }, count)
  const rows = (across: number, down: number): CSSProperties => ({
    width: across * cell,
    height: down * cell,
    backgroundSize: `${cell}px ${cell}px`,
  })
  return (
    <div ref={ref} className={styles.dots} data-hollow={hollow || undefined} role="img" aria-label={label}>
      {width > 0 && count > 0 && (
        <>
          <div className={styles.rows} style={rows(columns, fullRows)} />
          <div className={styles.rows} style={rows(rest, 1)} />
        </>
      )}
    </div>
  )
}
