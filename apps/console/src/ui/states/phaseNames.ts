/** The names of a junction's phases, for all that is shown of it. A page of one junction provides them. */
import { createContext, useContext } from 'react'

/** The names, phase 1 first; undefined for a phase without one. */
export type PhaseNames = readonly (string | undefined)[]

/** Provides the names of the phases. Without it, phases have their numbers. */
export const PhaseNamesContext = createContext<PhaseNames>([])

/** Returns how phases are called. */
export function usePhaseNames(): {
  /** Returns the name of a phase; undefined if it has none. */
  readonly nameOf: (phase: number) => string | undefined
  /** Returns a phase as it stands in a sentence after the word "phase": its number, with its name if it has one. */
  readonly inText: (phase: number) => string
} {
  const names = useContext(PhaseNamesContext)
  const nameOf = (phase: number) => names[phase - 1]
  return {
    nameOf,
    inText: (phase) => {
      const name = nameOf(phase)
      return name === undefined ? String(phase) : `${phase} (${name})`
    },
  }
}
