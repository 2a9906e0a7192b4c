import { expect, test } from 'vitest'
import { DANGERS, type Incident, type IncidentCode, type IncidentFacts } from '../incident.ts'
import { play } from '../testing/history.ts'
import { EIGHT, Scene } from '../testing/scene.ts'
import { alarmDetails, alarmType, incidentText } from './alarm.ts'
import { INCIDENT_CODES, RULES, ruleOf, rulesWith } from './table.ts'

/** The types of alarms and their severities, as they are agreed with the consoles. */
const AGREED: Readonly<Record<IncidentCode, readonly [type: string, severity: string]>> = {
  conflict: ['Conflicting green', 'CRITICAL'],
  lamps: ['Contradicting lamps', 'CRITICAL'],
  'short-yellow': ['Short yellow', 'CRITICAL'],
  'short-clearance': ['Short clearance', 'CRITICAL'],
  dark: ['Dark', 'MAJOR'],
  'all-red': ['All red', 'MAJOR'],
  frozen: ['Frozen countdowns', 'MAJOR'],
  silent: ['No lamps', 'MAJOR'],
  offline: ['Not connected', 'MAJOR'],
  'countdown-jump': ['Countdown jumps', 'MINOR'],
  'off-plan': ['Off plan', 'MINOR'],
  'not-taken': ['Settings not taken', 'MINOR'],
  calendar: ['Wrong kind of day', 'MINOR'],
  clock: ['Clock', 'WARNING'],
  hold: ['Held', 'WARNING'],
}

/** One example of the facts of each incident, with its sentence. */
const SENTENCES: { readonly [Code in IncidentCode]: readonly (readonly [IncidentFacts[Code], string])[] } = {
  conflict: [[{ phases: [1, 2] }, 'Phases 1 and 2 have the road at the same time']],
  lamps: [
    [{ phases: [1], lamps: ['red', 'green'] }, 'Phase 1 shows red and green at once'],
    [{ phases: [1, 2, 3], lamps: ['red', 'yellow'] }, 'Phases 1, 2 and 3 show red and yellow at once'],
  ],
  'short-yellow': [[{ phases: [1], seconds: 1, setSeconds: 3 }, "Phase 1's yellow was 1 s instead of 3 s"]],
  'short-clearance': [[{ phases: [1, 2], seconds: 0, setSeconds: 2 }, 'Only 0 s between phase 1 and 2, set are 2 s']],
  dark: [
    [{ phases: [2] }, 'Phase 2 is dark'],
    [{ phases: [1, 2] }, 'Phases 1 and 2 are dark'],
    [{ phases: [1, 2, 3] }, 'The junction is dark'],
  ],
  'all-red': [[{ seconds: 35 }, 'All phases have been red for 35 s']],
  frozen: [[{}, 'The countdowns stand still']],
  silent: [[{ seconds: 12 }, 'Connected, but no lamps for 12 s']],
  offline: [[{ sinceMs: EIGHT - 48 * 60_000 }, 'Not connected since 07:12']],
  'countdown-jump': [
    [{ phases: [3], from: 40, to: 12 }, "Phase 3's countdown fell from 40 to 12"],
    [{ phases: [3], from: 12, to: 40 }, "Phase 3's countdown rose from 12 to 40"],
  ],
  'off-plan': [
    [{ what: 'cycle', program: 2, seconds: 72, setSeconds: 93 }, 'Runs 72 s, program 2 is 93 s'],
    [
      { what: 'green', program: 2, phases: [1], seconds: 36, setSeconds: 30 },
      'Phase 1 is green for 36 s, program 2 says 30 s',
    ],
    [{ what: 'position', program: 1, phases: [2], seconds: -4 }, 'Phase 2 is 4 s early in program 1'],
    [{ what: 'mode', seconds: 80 }, 'Runs a cycle of 80 s although no program is in force'],
    [{ what: 'plan', plan: null, scheduled: 2 }, 'Runs no plan, the schedule has plan 2'],
  ],
  'not-taken': [
    [{ settings: 3 }, '3 settings were not taken'],
    [{ settings: 1 }, '1 setting was not taken'],
  ],
  calendar: [
    [{ runs: 'Friday', day: 'Saturday' }, 'Runs the plans of “Friday”, the day is “Saturday”'],
    [{ runs: '', day: 'Tết' }, 'Does not run the plans of the kind “Tết”'],
  ],
  clock: [
    [{ aheadSeconds: 12 }, 'Its clock is 12 s ahead'],
    [{ aheadSeconds: -8 }, 'Its clock is 8 s behind'],
  ],
  hold: [
    [{ mode: 1, sinceMs: EIGHT - 27 * 60_000 }, 'Held on Tuyến 1 since 07:33'],
    [{ mode: 0, sinceMs: EIGHT - 500 * 60_000 }, 'Flashing since 23:40, no end set'],
  ],
}

test.each(INCIDENT_CODES)('%s has the agreed type and severity, and a sentence for each of its forms', (code) => {
  const examples: readonly (readonly [IncidentFacts[typeof code], string])[] = SENTENCES[code]
  expect(examples.map(([facts]) => incidentText({ code, facts }))).toEqual(examples.map(([, text]) => text))
  const severities = new Set(examples.map(([facts]) => ruleOf(code).severityOf(facts, null)))
  expect([alarmType(code), ...severities]).toEqual(AGREED[code])
  expect(DANGERS.includes(code)).toBe(severities.has('CRITICAL'))
})

test('the details of an alarm have code, sentence, phases, facts, evidence and rule', () => {
  const scene = new Scene().run(85).run(5, (counts) => counts.map((count, index) => (index === 5 ? 9 : count)))
  const [raised] = play(scene.history).changes
  const details = raised && alarmDetails(raised.incident)
  expect(details).toMatchObject({
    code: 'conflict',
    text: 'Phases 1 and 2 have the road at the same time',
    phases: [1, 2],
    facts: { phases: [1, 2] },
    rule: expect.stringContaining('green or yellow'),
  })
  expect(details?.evidence.map(({ ts }) => (ts - EIGHT) / 1000)).toEqual([83, 84, 85, 86])
})

test('the sentence of an alarm stays true: a value that goes on to change is the one when raised', () => {
  const scene = new Scene().run(100).silence(25)
  const silent = play(scene.history).junction.trackers.silent?.incident
  expect(silent && alarmDetails(silent)).toMatchObject({
    text: 'Connected, but no lamps for 11 s (when raised), later 26 s',
    raised: { seconds: 11 },
    facts: { seconds: 26 },
  })
  const clock = new Scene().run(100)
  clock.aheadSeconds = 8
  clock.run(100)
  clock.aheadSeconds = 41
  const ahead = play(clock.run(100).history).junction.trackers.clock?.incident
  expect(ahead && alarmDetails(ahead).text).toBe('Its clock is 8 s ahead (when raised), later 41 s ahead')
})

test.each(INCIDENT_CODES)('%s calls each phase that it names as people do, where they do', (code) => {
  for (const [facts, text] of SENTENCES[code] as readonly (readonly [IncidentFacts[typeof code], string])[]) {
    const named = incidentText({ code, facts }, ['Lê Lợi', undefined, 'Nguyễn Huệ'])
    const { phases = [] } = alarmDetails({ code, facts, evidence: [] } as Pick<Incident, 'code' | 'facts' | 'evidence'>)
    expect(named.replace(/ \((Lê Lợi|Nguyễn Huệ)\)/g, '')).toBe(text)
    const isWhole = phases.length === 3 && code === 'dark'
    expect([named.includes('1 (Lê Lợi)'), named.includes('3 (Nguyễn Huệ)')]).toEqual([
      !isWhole && phases.includes(1),
      !isWhole && phases.includes(3),
    ])
  }
})

test('thresholds are settings: other limits raise and clear at other times', () => {
  const scene = new Scene()
    .run(100)
    .run(8, (counts) => counts.map(() => 0))
    .run(60)
  const told = (rules = RULES) =>
    play(scene.history, rules).changes.map(({ kind, atMs }) => `${kind} ${(atMs - EIGHT) / 1000}`)
  expect(told()).toEqual(['raised 102', 'cleared 118'])
  expect(told(rulesWith({ dark: { samples: 6, clearSeconds: 20 } }))).toEqual(['raised 105', 'cleared 128'])
})

test('a limit that no rule has, or that is no length, is refused by name', () => {
  expect(() => rulesWith({ dark: { sample: 6 } })).toThrow(
    'dark has no limit "sample": give one of samples, clearSeconds',
  )
  expect(() => rulesWith({ offline: { seconds: -1 } })).toThrow('offline seconds is -1: give a number 0 to 86400')
})
