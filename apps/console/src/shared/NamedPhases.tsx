import type { PhaseNames } from '@greenwave/controller/phaseNames'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type SiteNotes, siteNotesQuery } from '../data/queries/siteNotes.ts'
import { PhaseNamesContext } from './phaseNames.ts'

interface NamedPhasesProps {
  /** Null for what belongs to no single junction. */
  readonly deviceId: string | null
  readonly children: ReactNode
}

const NONE: PhaseNames = []

const namesOf = ({ names }: SiteNotes) => names

/** Names the phases of one junction in all that is shown of it, on pages that do not follow its device. */
export function NamedPhases({ deviceId, children }: NamedPhasesProps) {
  const { data = NONE } = useQuery({ ...siteNotesQuery(deviceId ?? ''), enabled: deviceId !== null, select: namesOf })
  return <PhaseNamesContext value={data}>{children}</PhaseNamesContext>
}
