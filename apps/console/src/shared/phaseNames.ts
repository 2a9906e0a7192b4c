/** The names of a junction's phases, for all that is shown of it. A page of one junction provides them. */
import { type PhaseNames, phaseInText } from '@greenwave/controller/phaseNames'
import { createContext, useContext } from 'react'

/** Provides the names of the phases. Without it, phases have their numbers. */
export const PhaseNamesContext = createContext<PhaseNames>([])

/** Returns functions for the names of phases. */
export function usePhaseNames(): {
  readonly names: PhaseNames
  /** Returns the name of a phase; undefined if it has none. */
  readonly nameOf: (phase: number) => string | undefined
  /** Returns a phase for a sentence after the word "phase": its number, with its name if it has one. */
  readonly inText: (phase: number) => string
} {
  const names = useContext(PhaseNamesContext)
  return { names, nameOf: (phase) => names[phase - 1], inText: (phase) => phaseInText(names, phase) }
}
