/** Incidents as alarms of the platform. */
import type { PhaseNumber } from '@greenwave/controller/controllerLimits'
import { type PhaseNames, phaseInText } from '@greenwave/controller/phaseNames'
import { type Incident, type IncidentCode, type IncidentFacts, phasesOf } from '../incident.ts'
import type { Sample } from '../sample.ts'
import type { IncidentWords } from '../words.ts'
import { allRedWords } from './allRed.ts'
import { calendarWords } from './calendar.ts'
import { clockWords } from './clock.ts'
import { conflictWords } from './conflict.ts'
import { countdownJumpWords } from './countdownJump.ts'
import { darkWords } from './dark.ts'
import { frozenWords } from './frozen.ts'
import { holdWords } from './hold.ts'
import { lampsWords } from './lamps.ts'
import { notTakenWords } from './notTaken.ts'
import { offlineWords } from './offline.ts'
import { offPlanWords } from './offPlan.ts'
import { shortClearanceWords } from './shortClearance.ts'
import { shortYellowWords } from './shortYellow.ts'
import { silentWords } from './silent.ts'

/** The words by the code of their incidents. */
const WORDS: { readonly [Code in IncidentCode]: IncidentWords<Code> } = {
  conflict: conflictWords,
  lamps: lampsWords,
  dark: darkWords,
  'all-red': allRedWords,
  frozen: frozenWords,
  'short-yellow': shortYellowWords,
  'short-clearance': shortClearanceWords,
  'countdown-jump': countdownJumpWords,
  'off-plan': offPlanWords,
  clock: clockWords,
  hold: holdWords,
  offline: offlineWords,
  silent: silentWords,
  'not-taken': notTakenWords,
  calendar: calendarWords,
}

function wordsOf<Code extends IncidentCode>(code: Code): IncidentWords<Code> {
  return WORDS[code]
}

/** The details of an incident's alarm. */
export interface AlarmDetails {
  readonly code: IncidentCode
  /** The plain English sentence. */
  readonly text: string
  readonly phases?: readonly PhaseNumber[]
  /** How the phases were called then, if the incident names any. */
  readonly phaseNames?: PhaseNames
  /** From which consoles make the sentence in their language. */
  readonly facts: Incident['facts']
  /** The facts when it was raised; left out where they are the same. */
  readonly raised?: Incident['facts']
  readonly evidence: readonly Sample[]
  /** When such an incident is raised. */
  readonly rule: string
}

/** Returns the type of the alarms of a code: 'Conflicting green'. */
export function alarmType(code: IncidentCode): string {
  return wordsOf(code).type
}

/** Returns the details of an incident's alarm. */
export function alarmDetails(
  incident: Pick<Incident, 'code' | 'facts' | 'raised' | 'evidence'>,
  phaseNames: PhaseNames = [],
): AlarmDetails {
  const { code, facts, raised = facts, evidence } = incident
  const phases = phasesOf(facts)
  return {
    code,
    text: keptText({ code, facts, raised }, phaseNames),
    ...(phases.length > 0 && { phases }),
    ...(phases.length > 0 && phaseNames.length > 0 && { phaseNames }),
    facts,
    ...(JSON.stringify(raised) !== JSON.stringify(facts) && { raised }),
    evidence,
    rule: wordsOf(code).condition,
  }
}

/** Returns the sentence that stays true: its value when raised and, where that was written since, the later one. */
function keptText<Code extends IncidentCode>(
  incident: { readonly code: Code; readonly facts: IncidentFacts[Code]; readonly raised: IncidentFacts[Code] },
  phaseNames: PhaseNames,
): string {
  const { code, facts, raised } = incident
  const words = wordsOf(code)
  if (!words.value) return incidentText(incident, phaseNames)
  const [first, last] = [words.value(raised), words.value(facts)]
  return `${incidentText({ code, facts: raised }, phaseNames)} (when raised)${first === last ? '' : `, later ${last}`}`
}

/** Returns the plain English sentence of an incident, with its value now. */
export function incidentText<Code extends IncidentCode>(
  incident: { readonly code: Code; readonly facts: IncidentFacts[Code] },
  phaseNames: PhaseNames = [],
): string {
  return wordsOf(incident.code).sentence(incident.facts, (phase) => phaseInText(phaseNames, phase))
}
