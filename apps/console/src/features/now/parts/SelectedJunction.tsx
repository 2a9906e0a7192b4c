import { Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useCallback, useSyncExternalStore } from 'react'
import { toggleJunctions, useChosenJunctions } from '../../../data/chosenJunctions.ts'
import type { Fleet } from '../../../data/fleet/Fleet.ts'
import { healthOf } from '../../../data/health.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useWatch } from '../../../data/useWatch.ts'
import { useHealthWords } from '../../../shared/useHealthWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { HealthMark } from '../../../ui/states/HealthMark.tsx'
import { type Selection, useSelection } from '../model/Selection.ts'
import styles from './JunctionMap.module.css'

interface SelectedJunctionProps {
  readonly fleet: Pick<Fleet, 'junctions' | 'onChange'>
  readonly selection: Selection
  /** Whether the user may choose junctions to change them. */
  readonly mayChoose: boolean
}

/** The junction that is selected, in words, with the way to its page: a healthy one is in no list. */
export function SelectedJunction({ fleet, selection, mayChoose }: SelectedJunctionProps) {
  const t = useTexts('incidents', 'junctionMap')
  const words = useHealthWords()
  const watch = useWatch()
  const chosen = useChosenJunctions()
  const selectedId = useSelection(selection, (now) => now.selectedId)
  const junction = useSyncExternalStore(
    useCallback((listener) => fleet.onChange(listener), [fleet]),
    () => (selectedId === null ? undefined : fleet.junctions.get(selectedId)),
  )
  if (!junction) return null
  const health = healthOf(junction.facts, watch)
  return (
    <p className={styles.selected}>
      {health && <HealthMark mark={health.mark} old={!health.current} />}
      <b>{junction.label}</b>
      {health && (
        <span>
          {words.name(health)} {words.time(health, serverNowMs())}
        </span>
      )}
      {mayChoose && (
        <Checkbox
          label={t('choose', { name: junction.name })}
          checked={chosen.includes(junction.id)}
          onChange={({ currentTarget: { checked } }) => toggleJunctions([junction.id], checked)}
        />
      )}
      <Link to="/devices/$deviceId" params={{ deviceId: junction.id }}>
        {t('open')}
      </Link>
    </p>
  )
}
