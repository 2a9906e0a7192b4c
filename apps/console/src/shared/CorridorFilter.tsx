import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { corridorQuery, corridorsQuery } from '../data/queries/corridors.ts'
import { useSession } from '../data/session.ts'
import { useTexts } from '../texts/useTexts.ts'

/** The first hundred corridors can be chosen; the rest by their address. */
const FIRST_CORRIDORS = { page: 0, pageSize: 100, sortProperty: 'name', sortOrder: 'ASC' } as const

/** Properties of `CorridorFilter`. */
export interface CorridorFilterProps {
  /** The id of the chosen one. */
  corridor: string | undefined
  onChange: (corridor: string | undefined) => void
}

/** Chooses a corridor; the corridors are read when the user is about to choose. */
export function CorridorFilter({ corridor, onChange }: CorridorFilterProps) {
  const t = useTexts('monitoring', 'past')
  const session = useSession()
  const [asked, setAsked] = useState(false)
  const { data } = useQuery({ ...corridorsQuery(session, FIRST_CORRIDORS), enabled: asked })
  const chosen = useQuery({ ...corridorQuery(corridor ?? ''), enabled: corridor !== undefined })
  const names = new Map((data?.data ?? []).map(({ id, name }) => [id.id, name]))
  if (corridor !== undefined) names.set(corridor, chosen.data?.name ?? '…')
  const ask = () => setAsked(true)
  return (
    <NativeSelect
      label={t('corridor')}
      value={corridor ?? ''}
      data={[{ value: '', label: t('anyCorridor') }, ...[...names].map(([value, name]) => ({ value, label: name }))]}
      onFocus={ask}
      onPointerEnter={ask}
      onChange={({ currentTarget: { value } }) => onChange(value || undefined)}
    />
  )
}
