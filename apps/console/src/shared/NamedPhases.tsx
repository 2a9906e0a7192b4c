import type { PhaseNames } from '@greenwave/controller/phaseNames'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { phaseNamesQuery } from '../data/queries/phaseNames.ts'
import { PhaseNamesContext } from './phaseNames.ts'

interface NamedPhasesProps {
  /** Null for what belongs to no single junction. */
  readonly deviceId: string | null
  readonly children: ReactNode
}

const NONE: PhaseNames = []

/** Names the phases of one junction in all that is shown of it, on pages that do not follow its device. */
export function NamedPhases({ deviceId, children }: NamedPhasesProps) {
  const { data = NONE } = useQuery({ ...phaseNamesQuery(deviceId ?? ''), enabled: deviceId !== null })
  return <PhaseNamesContext value={data}>{children}</PhaseNamesContext>
}
