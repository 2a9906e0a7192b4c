import { counted } from '@greenwave/contract/counted'
import { CORRIDOR_INCIDENT } from '@greenwave/contract/records/waves'
import { alarmType } from '@greenwave/observer/rules/alarm'
import { INCIDENT_CODES } from '@greenwave/observer/rules/table'
import type { MessageWords } from './messageWords.ts'

/** English. */
export const en: MessageWords = {
  levels: { 5: 'Danger', 4: 'Fault', 3: 'Deviation' },
  names: {
    ...Object.fromEntries(INCIDENT_CODES.map((code) => [code, alarmType(code)])),
    [CORRIDOR_INCIDENT.code]: CORRIDOR_INCIDENT.type,
  },
  sentence: ({ text }) => text,
  since: (time) => `Since ${time}`,
  over: (name) => `Over: ${name}`,
  several: (open, over) =>
    [open > 0 && counted(open, 'incident', 'incidents'), over > 0 && `${over} over`].filter(Boolean).join(', '),
  more: (count) => `… and ${count} more`,
  open: 'Open in the console',
  settings: 'You get this message by your own rules. Change them under Account, Notifications.',
  test: {
    subject: 'Test message',
    text: 'This is the test message that you requested. Messages about junctions reach you this way.',
  },
}
