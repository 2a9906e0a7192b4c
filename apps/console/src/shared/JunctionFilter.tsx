import type { DeviceInfo } from '@greenwave/contract/wire/devices'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deviceInfoQuery, devicesQuery } from '../data/queries/devices.ts'
import { useSession } from '../data/session.ts'
import { useTexts } from '../texts/useTexts.ts'

/** Number of junctions offered at a time. Typing finds the rest. */
const OFFERED = { page: 0, pageSize: 20, sortProperty: 'name', sortOrder: 'ASC' } as const
const ASK_AFTER_MS = 300
/** The value of the choice of no junction. */
const ANY = 'any'

export interface JunctionFilterProps {
  /** The id of the chosen one. */
  junction: string | undefined
  onChange: (junction: string | undefined) => void
  /** By default, that it is a junction. */
  label?: string
  /** Whether one is needed: then nothing offers that any will do. */
  isNeeded?: boolean
}

/** Chooses a junction by its label or its name; the platform searches all of them. */
export function JunctionFilter({ junction, onChange, label, isNeeded = false }: JunctionFilterProps) {
  const t = useTexts('monitoring', 'past')
  const session = useSession()
  const [asked, setAsked] = useState(false)
  const [typed, setTyped] = useState('')
  const chosen = useQuery({ ...deviceInfoQuery(junction ?? ''), enabled: junction !== undefined })
  const chosenLabel = junction === undefined ? '' : chosen.data ? labelOf(chosen.data) : '…'
  // The chosen junction is shown in the field, too, and is no search.
  const [text] = useDebouncedValue(typed === chosenLabel ? '' : typed.trim(), ASK_AFTER_MS)
  const found = useQuery({
    ...devicesQuery(session, { ...OFFERED, ...(text !== '' && { textSearch: text }) }),
    enabled: asked,
  })
  const offered = new Map((found.data?.data ?? []).map((device) => [device.id.id, labelOf(device)]))
  if (junction !== undefined) offered.set(junction, chosenLabel)
  return (
    <Select
      label={label ?? t('junction')}
      placeholder={t(isNeeded ? 'chooseJunction' : 'anyJunction')}
      searchable
      data={[
        ...(isNeeded || junction === undefined ? [] : [{ value: ANY, label: t('anyJunction') }]),
        ...[...offered].map(([value, label]) => ({ value, label })),
      ]}
      // The platform has searched, also names that are not shown.
      filter={({ options }) => options}
      value={junction ?? null}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={t('noJunctionMatches')}
      onFocus={() => setAsked(true)}
      // What is typed replaces the chosen one: appended to it, it would find nothing.
      onClick={({ currentTarget }) => {
        if (typed === chosenLabel) currentTarget.select()
      }}
      onChange={(value) => onChange(value === ANY ? undefined : (value ?? undefined))}
    />
  )
}

function labelOf({ label, name }: DeviceInfo): string {
  return label?.trim() || name
}
