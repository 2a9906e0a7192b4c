import type { BrokenWaveFacts, CORRIDOR_INCIDENT } from '@greenwave/contract/records/waves'
import type { PhaseNames } from '@greenwave/controller/phaseNames'
import type { Verdict, VerdictChanges } from '@greenwave/observer/conformity/verdict'
import type { IncidentOf } from '@greenwave/observer/incident'

/** Facts of an incident's sentence: of a junction, or of a corridor. */
export type SaidIncident = (
  | Pick<IncidentOf, 'code' | 'facts' | 'raised'>
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

/** Figures of a month, as the words of a language put them. */
export interface MonthFigures {
  readonly checked: string
  readonly cycles: string
  /** As programmed, available, and missing: shares in percent. */
  readonly programmed: string
  readonly available: string
  readonly missing: string
  /** Share of the seconds in which displays showed the lamps, in percent; empty where they always did. */
  readonly shown: string
  readonly incidents: number
  readonly dangers: number
  readonly affected: number
  readonly junctions: number
  readonly cleared: number
  readonly minutes: string
}

/** The words of the verdict on a month. */
export interface MonthWords {
  name(month: number, year: number): string
  readonly sentences: Readonly<Record<Verdict['grade'], (month: string) => string>>
  because(reason: Verdict['reason'], figures: MonthFigures): string
  /** Lines of the four figures, each with the text of its change. */
  figures(figures: MonthFigures, changes: Readonly<Record<keyof VerdictChanges, string>>): readonly string[]
  /** Facts of one of the worst junctions. */
  junction(figures: MonthFigures): string
  readonly points: Readonly<Record<'better' | 'worse', (points: string) => string>>
  readonly rates: Readonly<Record<'better' | 'worse', (share: string) => string>>
  readonly lengths: Readonly<Record<'better' | 'worse', (minutes: string) => string>>
  readonly same: string
  readonly noneBefore: string
  readonly unknown: string
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
  readonly month: MonthWords
  readonly open: string
  readonly settings: string
  readonly test: { readonly subject: string; readonly text: string }
}
