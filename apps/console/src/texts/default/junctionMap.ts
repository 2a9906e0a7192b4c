/** The map of all junctions. */
export const junctionMap = {
  title: 'All junctions',
  showAll: 'Show all',
  open: 'Open',
  failed: 'The map could not be loaded. The list beside it is complete.',
  show: 'What is shown',
  map: 'Map',
  list: 'List',
  several_one: '{{name}} and {{count}} more',
  several_other: '{{name}} and {{count}} more',
  unplaced_one: '{{count}} junction has no place yet, so the map leaves it out.',
  unplaced_other: '{{count}} junctions have no place yet, so the map leaves them out.',
  noTiles: 'Map tiles cannot be loaded: the marks are right, the map behind them is missing.',
  summary_one: 'Map of {{count}} junction: {{states}}. The list tells which.',
  summary_other: 'Map of {{count}} junctions: {{states}}. The list tells which.',
  summaryCalm_one: 'Map of {{count}} junction, which is in no trouble.',
  summaryCalm_other: 'Map of {{count}} junctions, none of which is in trouble.',
} as const
