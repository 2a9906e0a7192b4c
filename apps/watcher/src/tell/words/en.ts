import { CORRIDOR_INCIDENT } from '@greenwave/contract/records/waves'
import { counted } from '@greenwave/contract/text'
import type { IncidentCode, IncidentFacts } from '@greenwave/observer/incident'
import { alarmType } from '@greenwave/observer/rules/alarm'
import { INCIDENT_CODES } from '@greenwave/observer/rules/table'
import type { MessageWords } from './messageWords.ts'

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]

/** Sentences that the platform keeps with a time of the city: a message has it apart, in the zone of its reader. */
const WITHOUT_TIME: { readonly [Code in IncidentCode]?: (facts: IncidentFacts[Code]) => string } = {
  offline: () => 'Not connected',
  hold: ({ mode }) => `${mode === 0 ? 'Flashing' : `Held on Tuyến ${mode}`}, no end set`,
}

function withoutTime<Code extends IncidentCode>(code: Code, facts: IncidentFacts[Code]): string | undefined {
  return WITHOUT_TIME[code]?.(facts)
}

/** English. */
export const en: MessageWords = {
  levels: { 5: 'Danger', 4: 'Fault', 3: 'Deviation' },
  names: {
    ...Object.fromEntries(INCIDENT_CODES.map((code) => [code, alarmType(code)])),
    [CORRIDOR_INCIDENT.code]: CORRIDOR_INCIDENT.type,
  },
  sentence: (incident) =>
    (incident.code !== CORRIDOR_INCIDENT.code && withoutTime(incident.code, incident.facts)) || incident.text,
  since: (time) => `Since ${time}`,
  over: (name) => `Over: ${name}`,
  several: (open, over) =>
    [open > 0 && counted(open, 'incident', 'incidents'), over > 0 && `${over} over`].filter(Boolean).join(', '),
  more: (count) => `… and ${count} more`,
  month: {
    name: (month, year) => `${MONTHS[month]} ${year}`,
    sentences: {
      good: (month) => `${month} was good`,
      fair: (month) => `${month} was fair`,
      poor: (month) => `${month} was poor`,
      unknown: (month) => `${month}: too little was recorded for a verdict`,
    },
    because: (reason, { checked, cycles, programmed, available, missing, incidents, dangers }) => {
      switch (reason) {
        case 'danger':
          return `${counted(dangers, 'incident was', 'incidents were')} a danger to traffic.`
        case 'asProgrammed':
          return `Only ${programmed} of the checked cycles ran as programmed.`
        case 'available':
          return `Signals were seen to work in only ${available} of the time.`
        case 'seen':
          return `${checked} of ${cycles} cycles could be checked, and ${missing} of the seconds are missing.`
        case null:
          return incidents === 0
            ? 'There was no incident.'
            : `${counted(incidents, 'incident', 'incidents')}, none of them a danger to traffic.`
      }
    },
    figures: (of, changes) => [
      `As programmed: ${of.programmed} (${changes.asProgrammed}). ${of.checked} of ${of.cycles} cycles could be checked; those during faults of the lamps are left out.`,
      `Available: ${of.available} (${changes.available}). ${of.missing} of the seconds are missing.${of.shown && ` In ${of.shown} of the seconds the displays showed the lamps; the others are left out.`}`,
      `Incidents: ${of.incidents} (${changes.incidents}), at ${of.affected} of ${counted(of.junctions, 'junction', 'junctions')}, ${counted(of.dangers, 'danger', 'dangers')} among them.`,
      `Until cleared: ${of.minutes} (${changes.clear}), mean of ${counted(of.cleared, 'incident', 'incidents')} that ended.`,
    ],
    junction: ({ dangers, programmed, available, incidents, checked, cycles, shown }) =>
      [
        dangers > 0 && counted(dangers, 'danger', 'dangers'),
        `${programmed} as programmed (${checked} of ${cycles} cycles checked)`,
        `${available} available${shown && ` (over ${shown} of the seconds)`}`,
        incidents > 0 && counted(incidents, 'incident', 'incidents'),
      ]
        .filter(Boolean)
        .join(', '),
    points: { better: (points) => `${points} points better`, worse: (points) => `${points} points worse` },
    rates: { better: (share) => `${share} fewer`, worse: (share) => `${share} more` },
    lengths: { better: (minutes) => `${minutes} shorter`, worse: (minutes) => `${minutes} longer` },
    same: 'as in the month before',
    noneBefore: 'none in the month before',
    unknown: 'no comparison',
  },
  open: 'Open in the console',
  settings: 'You get this message by your own rules. Change them under Account, Notifications.',
  test: {
    subject: 'Test message',
    text: 'This is the test message that you requested. Messages about junctions reach you this way.',
  },
}
