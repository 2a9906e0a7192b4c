import type { BrokenWaveFacts, CORRIDOR_INCIDENT } from '@greenwave/contract/records/waves'
import type { PhaseNames } from '@greenwave/controller/phaseNames'
import type { IncidentOf } from '@greenwave/observer/incident'

/** Facts of an incident's sentence: of a junction, or of a corridor. */
export type SaidIncident = (
  | Pick<IncidentOf, 'code' | 'facts'>
  | {
      readonly code: typeof CORRIDOR_INCIDENT.code
      /** Undefined where they cannot be read. */
      readonly facts: BrokenWaveFacts | undefined
    }
) & {
  /** The English sentence of whoever raised it. */
  readonly text: string
  /** How the phases were called when it was raised. */
  readonly phaseNames?: PhaseNames
}

/** The words of messages in one language. */
export interface MessageWords {
  /** Names of the levels of incidents. */
  readonly levels: Readonly<Record<3 | 4 | 5, string>>
  /** Names of incidents by their code. */
  readonly names: Readonly<Record<string, string>>
  /** Returns the sentence of an incident. */
  sentence(incident: SaidIncident): string
  since(time: string): string
  over(name: string): string
  /** The subject of a message about several things. */
  several(open: number, over: number): string
  more(count: number): string
  readonly open: string
  readonly settings: string
  readonly test: { readonly subject: string; readonly text: string }
}
