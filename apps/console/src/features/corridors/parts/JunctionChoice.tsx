import { Select } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { FleetStatus } from '../../../data/fleet/Fleet.ts'
import type { FleetJunction } from '../../../data/fleet/fleetJunction.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { matchesSearch } from '../../../ui/lists/matchesSearch.ts'
import styles from './Corridors.module.css'

/** How many junctions are offered at once. Typing finds the others. */
const OFFERED = 20

interface JunctionChoiceProps {
  readonly junctions: ReadonlyMap<string, FleetJunction>
  /** How far they are read. */
  readonly status: FleetStatus
  /** The ids of those that are in the corridor already. */
  readonly chosen: readonly string[]
  readonly error: ReactNode
  readonly disabled: boolean
  readonly onChoose: (id: string) => void
}

/** Adds a junction to a corridor by its label or its name. */
export function JunctionChoice({ junctions, status, chosen, error, disabled, onChoose }: JunctionChoiceProps) {
  const t = useTexts('corridors')
  const [typed, setTyped] = useState('')
  const offered: { value: string; label: string }[] = []
  for (const { id, label, name } of junctions.values()) {
    if (offered.length === OFFERED) break
    if (chosen.includes(id) || !matchesSearch(typed, [label, name])) continue
    offered.push({ value: id, label: label === name ? name : `${label} (${name})` })
  }
  return (
    <Select
      className={styles.choice ?? ''}
      label={t('addJunction')}
      description={t('addHint')}
      placeholder={t('searchJunction')}
      searchable
      data={offered}
      filter={({ options }) => options}
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={t(status.total === undefined && !status.error ? 'junctionsLoading' : 'noJunctionMatches')}
      error={error ?? (status.error && status.total === undefined ? t('junctionsFailed') : undefined)}
      disabled={disabled}
      data-path="junctions"
      onChange={(id) => {
        if (id === null) return
        onChoose(id)
        setTyped('')
      }}
    />
  )
}
