/** Texts of holds: modes that end by themselves. */
export const hold = {
  label: 'Ends',
  ends: {
    quarter: 'in 15 min',
    hour: 'in 1 h',
    nextPlan: 'with the next plan',
    time: 'at a time',
    never: 'not by itself',
  },
  at: '{{end}} · {{time}}',
  noNextPlan: '{{end}} · no other plan follows',
  time: 'End',
  timeHint: 'Day and time of this computer, at most 31 days from now.',
  afterwards: 'Until {{time}}, then automatic again, also when no console is open.',
  notWatched: 'Nobody watches the junctions now: the hold ends when the watcher is back.',
  held: '{{mode}} until {{time}}',
  heldOn: '{{mode}} without an end',
  by: 'by {{name}}',
  extend: 'Extend',
  endNow: 'End now',
  changed: 'The hold was changed since this dialog opened. Now: {{hold}}.',
  none: 'no hold',
} as const
