/**
 * Compares the checks with an oracle that knows none of their formulas: it runs the engine second by second and counts
 * what its lamps show.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Finding, FindingCode } from '../checks/finding.ts'
import { PHASES, type PhaseNumber, PROGRAM_NUMBERS, type ProgramNumber } from '../controllerLimits.ts'
import { type EngineState, step } from '../engine/engine.ts'
import { type Clearance, type ControllerSettings, type Program, programOf } from '../settings.ts'
import { conflicts, run } from '../testing/engineRun.ts'
import { anyClearance, anyPlan, anyProgram, nearlySoundProgram, planFrom, soundProgram } from '../testing/settings.ts'
import { writeSettings } from './allSettings.ts'
import { checkAll } from './checkAll.ts'

/** A controller, and the total period that it reports for program 1. */
interface Case {
  readonly settings: ControllerSettings
  readonly reportedPeriod: number
}

/** Programs that are sound, nearly sound, and arbitrary, with greens from none to far too long. */
function anyOf(number: ProgramNumber, clearance: Clearance): fc.Arbitrary<Program> {
  return fc.oneof(
    { weight: 3, arbitrary: soundProgram(number, clearance) },
    { weight: 3, arbitrary: nearlySoundProgram(number, clearance, 3) },
    { weight: 1, arbitrary: anyProgram(number, 40) },
    { weight: 1, arbitrary: anyProgram(number, 140) },
    { weight: 1, arbitrary: anyProgram(number, 1).map((program) => ({ ...program, phases: UNSERVED })) },
  )
}

/** Seconds. The longest has a start of 140 s, a green of 140 s, and 14 s of yellow and red. */
const THREE_LONGEST_CYCLES = 900

const UNSERVED = [
  { green: 0, start: 0 },
  { green: 0, start: 35 },
  { green: 0, start: 60 },
] as const

const anyCase: fc.Arbitrary<Case> = anyClearance.chain((clearance) =>
  fc
    .record({
      planTotal: fc.integer({ min: 1, max: 6 }),
      plans: fc.tuple(anyPlan(1), anyPlan(2), anyPlan(3), anyPlan(4), anyPlan(5), anyPlan(6)),
      // Few different hours, so that of six plans two often start together.
      hours: fc.option(fc.array(fc.integer({ min: 5, max: 8 }), { minLength: 6, maxLength: 6 })),
      programs: fc.tuple(
        anyOf(1, clearance),
        anyOf(2, clearance),
        anyOf(3, clearance),
        anyOf(4, clearance),
        anyOf(5, clearance),
        anyOf(6, clearance),
      ),
      slip: fc.integer({ min: -1, max: 1 }),
    })
    .map(({ planTotal, plans, hours, programs, slip }) => {
      const settings = {
        mode: 4,
        planTotal,
        clearance,
        plans: hours ? plans.map((plan, i) => ({ ...plan, hour: hours[i] ?? 0, minute: 0 })) : plans,
        programs,
      }
      return { settings, reportedPeriod: Math.max(0, shownBy(settings, 1).cycle + slip) }
    }),
)

/** What one program shows when it runs alone, in seconds counted on its lamps. Cycle 0: only flashing. */
interface Shown {
  readonly cycle: number
  readonly greens: readonly { readonly phase: PhaseNumber; readonly seconds: number }[]
  readonly unused: number
  readonly meeting: readonly string[]
}

function shownBy(settings: ControllerSettings, number: ProgramNumber): Shown {
  const alone = { ...settings, planTotal: 1, plans: [planFrom(1, '00:00', number)] }
  const first = step(null, alone, 0)
  if (first.stage.kind === 'flashing') return { cycle: 0, greens: [], unused: 0, meeting: [] }
  const states = run(alone, 0, THREE_LONGEST_CYCLES)
  const greens = PHASES.flatMap((phase) => {
    const begins = greenBegins(states, phase)
    const [begin = 0] = begins
    const count = states.slice(begin).findIndex((state) => state.lamps[phase - 1]?.green === 0)
    return begins.length === 0 ? [] : { phase, begins, seconds: count < 0 ? (begins[1] ?? 0) - begin : count }
  })
  const [one] = greens
  const cycle = (one?.begins[1] ?? 0) - (one?.begins[0] ?? 0)
  const { redClearance } = settings.clearance
  const isUsed = (second: number) =>
    PHASES.some((phase) =>
      states
        .slice(Math.max(0, second - redClearance), second + 1)
        .some(({ lamps }) => (lamps[phase - 1]?.red ?? 0) === 0),
    )
  const unused = Array.from({ length: cycle }, (_, i) => cycle + i).filter((second) => !isUsed(second)).length
  return { cycle, greens, unused, meeting: conflicts(states.slice(0, 3 * cycle), redClearance) }
}

/**
 * Returns the seconds at which a phase's green begins: where its count does not fall. The very first second counts as one.
 * A count of 1 that stays is a green of 1 s in a cycle of 1 s.
 */
function greenBegins(states: readonly EngineState[], phase: PhaseNumber): readonly number[] {
  const counts = states.map(({ lamps }) => lamps[phase - 1]?.green ?? 0)
  return counts.flatMap((count, second) => (count > 0 && count >= (counts[second - 1] ?? 0) ? second : []))
}

/** Returns the expected findings for the programs, as `code program phase`. */
function expectedOfPrograms({ settings, reportedPeriod }: Case): string[] {
  return PROGRAM_NUMBERS.flatMap((number) => {
    const { cycle, greens, unused, meeting } = shownBy(settings, number)
    const isUsed = settings.plans.some((plan) => plan.enabled && plan.programNumber === number)
    const said: string[] = []
    for (const { phase, seconds } of greens) {
      if (seconds < 5) said.push(`greenShort ${number} ${phase} ${seconds}`)
      if (seconds > 120) said.push(`greenLong ${number} ${phase} ${seconds}`)
    }
    if (cycle === 0 && isUsed) said.push(`programWithoutGreen ${number}`)
    if (number === 1 && reportedPeriod !== cycle) said.push(`periodDiffers 1 ${reportedPeriod} ${cycle}`)
    for (const pair of meeting) said.push(`overlap ${number} ${pair}`)
    if (cycle > 0 && cycle < 30) said.push(`cycleShort ${number} ${cycle}`)
    if (cycle > 150) said.push(`cycleLong ${number} ${cycle}`)
    if (unused / cycle > 0.15) said.push(`unusedTime ${number} ${unused} ${cycle}`)
    return said
  })
}

/** Returns the expected findings for the day, from the plans that the engine has in effect minute by minute. */
function expectedOfDay({ settings }: Case): string[] {
  const states = Array.from({ length: 1440 }, (_, minute) => step(null, settings, minute * 60))
  const ran = new Set<number>(states.map((state) => state.plan))
  const said = settings.plans
    .filter((plan) => plan.enabled && !ran.has(plan.number))
    .map((plan) => `never runs: ${plan.number}`)
  if (ran.has(0)) said.push('noEnabledPlan')
  const empty = states.filter(({ stage }) => stage.kind === 'flashing' && stage.reason === 'emptyProgram')
  for (const plan of new Set(empty.map((state) => state.plan))) said.push(`planWithoutGreen ${plan}`)
  const none = states.filter(({ stage }) => stage.kind === 'flashing' && stage.reason === 'noProgram')
  for (const plan of new Set(none.map((state) => state.plan))) said.push(`planWithoutProgram ${plan}`)
  return said
}

/**
 * Returns a finding in the oracle's form; null for findings outside its knowledge: the times themselves, and plans that
 * never run.
 */
function inWords(finding: Finding, neverRuns: ReadonlySet<number>): string | null {
  switch (finding.code) {
    case 'greenShort':
    case 'greenLong':
      return `${finding.code} ${finding.params.program} ${finding.params.phase} ${finding.params.value}`
    case 'programWithoutGreen':
      return `${finding.code} ${finding.params.program}`
    case 'periodDiffers':
      return `${finding.code} ${finding.params.program} ${finding.params.value} ${finding.params.limit}`
    case 'conflictingGreen':
    case 'greenDuringYellow':
    case 'clearanceShort': {
      const { program, phase, other } = finding.params
      return `overlap ${program} ${Math.min(phase, other)}-${Math.max(phase, other)}`
    }
    case 'cycleShort':
    case 'cycleLong':
      return `${finding.code} ${finding.params.program} ${finding.params.value}`
    case 'unusedTime':
      return `${finding.code} ${finding.params.program} ${finding.params.value} ${finding.params.cycle}`
    case 'sameStart':
    case 'planAboveTotal':
      return `never runs: ${finding.params.plan}`
    case 'noEnabledPlan':
      return finding.code
    case 'planWithoutGreen':
    case 'planWithoutProgram':
      return neverRuns.has(finding.params.plan) ? null : `${finding.code} ${finding.params.plan}`
    default:
      return null
  }
}

function findingsOf({ settings, reportedPeriod }: Case): Finding[] {
  return checkAll(writeSettings(settings), { Period_Pr1: reportedPeriod })
}

test('(V2) (V3) (V4) (V5) (V7) the checks say of any settings what the engine then does, second by second, no more and no less', () => {
  fc.assert(
    fc.property(anyCase, (one) => {
      const findings = findingsOf(one)
      const neverRuns = new Set(
        findings.flatMap(({ code, params }) =>
          (code === 'sameStart' || code === 'planAboveTotal') && 'plan' in params ? params.plan : [],
        ),
      )
      const said = findings.map((finding) => inWords(finding, neverRuns)).filter((words) => words !== null)
      expect(said.sort()).toEqual([...expectedOfPrograms(one), ...expectedOfDay(one)].sort())
    }),
    { numRuns: 100 },
  )
})

test('the settings that the oracle judges are safe and unsafe, each in every way', () => {
  const cases = fc.sample(anyCase, { numRuns: 150, seed: 1 })
  const found = cases.map(findingsOf)
  const programs = cases.flatMap((one, i) =>
    PROGRAM_NUMBERS.map((number) => ({
      isServed: programOf(one.settings, number).phases.some(({ green }) => green > 0),
      findings: (found[i] ?? []).filter(({ params }) => 'program' in params && params.program === number),
    })),
  )
  const safe = programs.filter(({ isServed, findings }) => isServed && findings.length === 0)
  const dangerous = programs.filter(({ findings }) => findings.some(({ check }) => check === 'V4'))
  expect(safe.length).toBeGreaterThan(programs.length / 10)
  expect(dangerous.length).toBeGreaterThan(programs.length / 10)
  const days = found.map((findings) => findings.filter(({ check }) => check === 'V7').length)
  expect(days.filter((count) => count === 0).length).toBeGreaterThan(3)
  expect(days.filter((count) => count > 0).length).toBeGreaterThan(30)
  const codes: readonly FindingCode[] = [
    'greenShort',
    'greenLong',
    'programWithoutGreen',
    'periodDiffers',
    'conflictingGreen',
    'greenDuringYellow',
    'clearanceShort',
    'cycleShort',
    'cycleLong',
    'unusedTime',
    'sameStart',
    'planAboveTotal',
    'noEnabledPlan',
    'planWithoutGreen',
    'planWithoutProgram',
  ]
  const counts = codes.map((code) => [code, found.flat().filter((finding) => finding.code === code).length] as const)
  expect(counts.filter(([, count]) => count < 5)).toEqual([])
})
