/** What the checks of settings find, in sentences. */
export const findings = {
  notANumber: '{{field}}: "{{value}}" is no number; give a whole number.',
  notDegrees: '{{field}}: "{{value}}" is no number; give degrees such as 10.7769.',
  notWhole: '{{field}}: {{value}} is no whole number.',
  outOfRange: '{{field}}: {{value}} is out of range; {{min}} to {{max}} is allowed.',
  belowMinimum: '{{field}}: {{value}} is too small; {{min}} or more is allowed.',
  leftOutOfRange:
    '{{field}}: with these values only {{min}} to {{max}} is allowed, but it is {{value}}. Correct it too, in its own dialog.',
  greenShort:
    'Program {{program}} phase {{phase}}: {{value}} s of green is below {{limit}} s, too little for drivers to start.',
  greenShortToWalk:
    'Program {{program}} phase {{phase}}: {{value}} s of green is below the {{limit}} s that people need here, for a crossing of {{crossing}} m at {{speed}} m/s.',
  greenLong:
    'Program {{program}} phase {{phase}}: {{value}} s of green is above {{limit}} s, a long wait for the other phases.',
  programWithoutGreen: 'Program {{program}} has no green but plan {{plans}} uses it: the lamps will flash yellow.',
  periodDiffers:
    'Program {{program}}: its period is given as {{value}} s, but its times make {{limit}} s; the controller may run other times than shown.',
  conflictingGreen:
    'Danger: program {{program}} gives phase {{other}} green at second {{at}} while phase {{phase}} is green; they overlap by {{overlap}} s.',
  greenDuringYellow:
    'Danger: program {{program}} gives phase {{other}} green at second {{at}} while phase {{phase}} is yellow; they overlap by {{overlap}} s.',
  clearanceShort:
    'Danger: program {{program}} gives phase {{other}} green at second {{at}}, {{value}} s after the yellow of phase {{phase}} instead of {{limit}} s; vehicles may still be in the junction.',
  cycleShort:
    'Program {{program}}: a cycle of {{value}} s is below {{limit}} s; much of it goes to yellow and all-red.',
  cycleShortHere:
    'Program {{program}}: a cycle of {{value}} s is below {{limit}} s, the limit that was set for this junction.',
  cycleLongHere:
    'Program {{program}}: a cycle of {{value}} s is above {{limit}} s, the limit that was set for this junction.',
  cycleLong: 'Program {{program}}: a cycle of {{value}} s is above {{limit}} s; waits get long.',
  unusedTime:
    'Program {{program}}: {{value}} s of the {{cycle}} s cycle ({{percent}} %, limit {{limit}} %) is unused; every phase waits at red.',
  yellowShort: 'Yellow of {{value}} s is below {{limit}} s, too short to stop from 40 km/h.',
  yellowShortHere:
    'Yellow of {{value}} s is below {{limit}} s, which phase {{phase}} needs here at {{speed}} km/h and a grade of {{grade}} %.',
  yellowLong: 'Yellow of {{value}} s is above {{limit}} s; drivers learn to use it as green.',
  redClearanceNone:
    'Red clearance of {{value}} s is below {{limit}} s; the next green begins while vehicles may still be in the junction.',
  redClearanceShortHere:
    'Red clearance of {{value}} s is below {{limit}} s, in which the last vehicle of phase {{phase}} leaves the {{width}} m here at {{speed}} km/h.',
  redClearanceLong: 'Red clearance of {{value}} s is above {{limit}} s; drivers lose respect for red.',
  sameStart: 'Plan {{plan}} starts at {{time}} like plan {{other}}; of two with one start only the higher number runs.',
  planAboveTotal: 'Plan {{plan}} is enabled, but the plan count is {{limit}}: plan {{plan}} never runs.',
  planWithoutTotal: 'Plan {{plan}} is enabled, but no plan count is set: plan {{plan}} never runs.',
  noEnabledPlan: 'No plan within the plan count of {{limit}} is enabled: the lamps will flash yellow all day.',
  noPlanTotal: 'No plan count is set: the lamps will flash yellow all day.',
  planWithoutGreen: 'Plan {{plan}} runs program {{program}}, which has no green: the lamps will flash yellow.',
  planWithoutProgram: 'Plan {{plan}} has program number {{program}}: the lamps will flash yellow while it runs.',
  dateDoesNotExist: 'The date {{day}}/{{month}}/{{year}} does not exist.',
  timeAhead:
    'The time is {{length}} ahead of the server’s, more than {{limit}} s; plans and neighbours fall out of step.',
  timeBehind:
    'The time is {{length}} behind the server’s, more than {{limit}} s; plans and neighbours fall out of step.',
  oneCoordinate: '{{field}} is missing; a location needs both coordinates.',
  zeroCoordinates: 'Latitude 0, longitude 0 lies in the Atlantic and is mostly an unset location.',
  outsideVietnam:
    '{{latitude}}, {{longitude}} lies outside Vietnam (8 to 24 N, 102 to 110 E); the two may be swapped or mistyped.',
  holdWithoutEnd: '{{mode}} has no end: nobody is asked again, and it stays until somebody changes the mode.',
  holdEndMissing: 'Give an end between now and {{days}} days from now.',
  offline: 'The controller is offline: what is sent waits until it comes back.',
  changedMeanwhile: '{{field}} was changed since this form opened: it was {{opened}}, it is {{current}} now.',
} as const
