import type { Fleet } from '../../../data/fleet/Fleet.ts'
import { healthOf } from '../../../data/health.ts'
import type { WatchState } from '../../../data/watch.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import styles from './WallUnknown.module.css'

/** So many letters of names are on two lines of any wall. */
const MOST_LETTERS = 200

/** Names the junctions that are not checked, as many as two lines hold; nothing without such junctions. */
export function WallUnknown({ fleet, watch, count }: { fleet: Fleet; watch: WatchState; count: number }) {
  const t = useTexts('incidents', 'wall')
  const shell = useTexts('common', 'shell')
  if (count === 0) return null
  const names = [...fleet.junctions.values()]
    .filter(({ facts }) => healthOf(facts, watch)?.mark === 'unknown')
    .map(({ label }) => label)
    .sort((a, b) => a.localeCompare(b))
  const fitting = fittingOf(names)
  const rest = Math.max(names.length, count) - fitting.length
  return (
    <p className={styles.unknown}>
      <b>{`${count} ${shell('ribbon.unknown', { count })}`}</b>
      {fitting.map((name) => (
        <span key={name}>{name}</span>
      ))}
      {rest > 0 && fitting.length > 0 && <span>{t('more', { count: rest })}</span>}
    </p>
  )
}

function fittingOf(names: readonly string[]): readonly string[] {
  let letters = 0
  return names.filter((name) => {
    letters += name.length + 3
    return letters <= MOST_LETTERS
  })
}
