/** Open incidents back from the records in which they were kept, such as alarms. Others may have changed these. */

import type { LampColour } from '@greenwave/controller/lamps'
import { LAMP_COLOURS, PHASES, type PhaseNumber } from '@greenwave/controller/controllerLimits'
import type { Deviation, IncidentCode, IncidentFacts, IncidentOf, Severity } from './incident.ts'

/** Record of an open incident. */
export interface KeptIncident {
  readonly code: IncidentCode
  readonly severity: Severity
  /** Epoch milliseconds. */
  readonly sinceMs: number
  /** As they were kept, of any shape. */
  readonly facts: unknown
  /** Facts when it was raised; undefined where they are the same. */
  readonly raised?: unknown
}

/**
 * Returns an incident that goes on. It was last seen when it began, as far as is known. Facts that cannot be read are
 * empty, 0 or phase 1 until they are observed anew.
 */
export function keptIncident({ code, severity, sinceMs, facts, raised }: KeptIncident): IncidentOf {
  const first = raised === undefined ? undefined : parseFacts(code, raised)
  return { code, severity, sinceMs, seenMs: sinceMs, facts: parseFacts(code, facts), raised: first, evidence: [] }
}

/** Returns the facts of an incident as they were kept. What cannot be read is empty, 0 or phase 1. */
export function parseFacts<Code extends IncidentCode>(code: Code, facts: unknown): IncidentFacts[Code] {
  return READERS[code](new KeptFacts(facts))
}

/** Facts of which nothing is certain. */
class KeptFacts {
  readonly #facts: Readonly<Record<string, unknown>>

  constructor(facts: unknown) {
    this.#facts = typeof facts === 'object' && facts !== null ? (facts as Record<string, unknown>) : {}
  }

  word(name: string): unknown {
    return this.#facts[name]
  }

  number(name: string): number {
    const value = this.#facts[name]
    return typeof value === 'number' ? value : 0
  }

  text(name: string): string {
    const value = this.#facts[name]
    return typeof value === 'string' ? value : ''
  }

  get phases(): readonly PhaseNumber[] {
    const kept = this.#list('phases')
    return PHASES.filter((phase) => kept.includes(phase))
  }

  /** The phase at a place of the list, whose order says which is which. */
  phase(nth: number): PhaseNumber {
    return PHASES.find((phase) => phase === this.#list('phases')[nth]) ?? 1
  }

  get lamps(): readonly LampColour[] {
    const kept = this.#list('lamps')
    return LAMP_COLOURS.filter((colour) => kept.includes(colour))
  }

  #list(name: string): readonly unknown[] {
    const value = this.#facts[name]
    return Array.isArray(value) ? value : []
  }
}

const READERS: { readonly [Code in IncidentCode]: (kept: KeptFacts) => IncidentFacts[Code] } = {
  conflict: ({ phases }) => ({ phases }),
  lamps: ({ phases, lamps }) => ({ phases, lamps }),
  'short-yellow': (kept) => ({ ...shorterThanSet(kept), phases: [kept.phase(0)] }),
  'short-clearance': (kept) => ({ ...shorterThanSet(kept), phases: [kept.phase(0), kept.phase(1)] }),
  dark: ({ phases }) => ({ phases }),
  'all-red': (kept) => ({ seconds: kept.number('seconds') }),
  frozen: () => ({}),
  silent: (kept) => ({ seconds: kept.number('seconds') }),
  offline: (kept) => ({ sinceMs: kept.number('sinceMs') }),
  'countdown-jump': (kept) => ({ phases: [kept.phase(0)], from: kept.number('from'), to: kept.number('to') }),
  'off-plan': deviation,
  'not-taken': (kept) => ({ settings: kept.number('settings') }),
  calendar: (kept) => ({ runs: kept.text('runs'), day: kept.text('day') }),
  clock: (kept) => ({ aheadSeconds: kept.number('aheadSeconds') }),
  hold: (kept) => ({ mode: kept.number('mode'), sinceMs: kept.number('sinceMs') }),
}

function shorterThanSet(kept: KeptFacts) {
  return { seconds: kept.number('seconds'), setSeconds: kept.number('setSeconds') }
}

function deviation(kept: KeptFacts): Deviation {
  const [program, seconds, setSeconds] = [kept.number('program'), kept.number('seconds'), kept.number('setSeconds')]
  switch (kept.word('what')) {
    case 'cycle':
      return { what: 'cycle', program, seconds, setSeconds }
    case 'green':
      return { what: 'green', program, phases: [kept.phase(0)], seconds, setSeconds }
    case 'position':
      return { what: 'position', program, phases: [kept.phase(0)], seconds }
    case 'limits': {
      const [smallest, largest] = [kept.number('smallest'), kept.number('largest')]
      return { what: 'limits', phases: [kept.phase(0)], seconds, smallest, largest }
    }
    case 'plan':
      return {
        what: 'plan',
        plan: kept.word('plan') === null ? null : kept.number('plan'),
        scheduled: kept.number('scheduled'),
      }
    default:
      return { what: 'mode', seconds }
  }
}
