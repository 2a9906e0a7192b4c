/**
 * @file Faults that can be set on a virtual controller. Tests, the demonstration and the command line use
 * these names.
 */

import { PHASES, type PhaseNumber } from '../controllerLimits.ts'
import { TELEMETRY_KEYS } from '../keys.ts'

/** A fault of a virtual controller, with its values. */
export type Fault =
  | { readonly name: 'clock-drift'; readonly secondsPerMinute: number }
  | { readonly name: 'clock-jump'; readonly seconds: number }
  | { readonly name: 'clock-off'; readonly seconds: number }
  | { readonly name: 'offline' }
  | { readonly name: 'flapping'; readonly onSeconds: number; readonly offSeconds: number }
  | { readonly name: 'silent' }
  | { readonly name: 'dead-connection' }
  | { readonly name: 'frozen' }
  | { readonly name: 'two-greens'; readonly phases: readonly [PhaseNumber, PhaseNumber] }
  | { readonly name: 'two-lamps'; readonly phase: PhaseNumber }
  | { readonly name: 'dark-phase'; readonly phase: PhaseNumber }
  | { readonly name: 'dark-junction' }
  | { readonly name: 'all-red' }
  | { readonly name: 'short-yellow'; readonly seconds: number }
  | { readonly name: 'short-clearance'; readonly seconds: number }
  | { readonly name: 'countdown-jump'; readonly everySeconds: number }
  | { readonly name: 'off-plan'; readonly seconds: number }
  | { readonly name: 'lost-samples'; readonly every: number }
  | { readonly name: 'missing-key'; readonly key: string }
  | { readonly name: 'text-value'; readonly key: string }
  | { readonly name: 'ignore-settings' }
  | { readonly name: 'refuse-settings' }
  | { readonly name: 'no-report' }
  | { readonly name: 'wrong-settings' }
  | { readonly name: 'late-samples'; readonly seconds: number }
  | { readonly name: 'repeated-samples' }

/** The name of a fault. */
export type FaultName = Fault['name']

/** Thrown for an unknown or malformed fault; the message has the fault, its value and what to do. */
export class FaultError extends Error {}

interface FaultRow {
  /** The default of the value after the colon; empty for a fault without a value. */
  readonly value: string
  readonly help: string
  readonly parse: (value: string) => Fault | undefined
}

const ROWS: Readonly<Record<FaultName, FaultRow>> = {
  'clock-drift': {
    value: '1',
    help: 'the clock gains this many seconds a minute; negative: it loses them',
    parse: (value) => numberWithin(value, -60, 60, (secondsPerMinute) => ({ name: 'clock-drift', secondsPerMinute })),
  },
  'clock-jump': {
    value: '30',
    help: 'the clock is put forward once by this many seconds; negative: back',
    parse: (value) =>
      numberWithin(value, -1e9, 1e9, (seconds) => ({ name: 'clock-jump', seconds: Math.round(seconds) })),
  },
  'clock-off': {
    value: '40',
    help: 'the clock is ahead by this many seconds while the fault lasts, whatever time it is given; negative: behind',
    parse: (value) =>
      numberWithin(value, -1e9, 1e9, (seconds) => ({ name: 'clock-off', seconds: Math.round(seconds) })),
  },
  offline: { value: '', help: 'no connection; the lamps go on', parse: () => ({ name: 'offline' }) },
  flapping: {
    value: '20/40',
    help: 'connected and gone in turns: seconds on, seconds off',
    parse: (value) => {
      const [on = '', off = ''] = value.split('/')
      return numberWithin(on, 1, 86_400, (onSeconds) =>
        numberWithin(off, 1, 86_400, (offSeconds) => ({ name: 'flapping', onSeconds, offSeconds })),
      )
    },
  },
  silent: { value: '', help: 'connected, and publishes its clock without lamps', parse: () => ({ name: 'silent' }) },
  'dead-connection': {
    value: '',
    help: 'the connection stays open, and nothing is sent',
    parse: () => ({ name: 'dead-connection' }),
  },
  frozen: { value: '', help: 'the countdowns stand still, the clock goes on', parse: () => ({ name: 'frozen' }) },
  'two-greens': {
    value: '1,2',
    help: 'these two phases are green at once',
    parse: (value) => {
      const [first, second] = value.split(',').map(phaseOf)
      return first && second && first !== second ? { name: 'two-greens', phases: [first, second] } : undefined
    },
  },
  'two-lamps': {
    value: '1',
    help: 'red and green of this phase are lit at once',
    parse: (value) => withPhase(value, (phase) => ({ name: 'two-lamps', phase })),
  },
  'dark-phase': {
    value: '1',
    help: 'no lamp of this phase is lit',
    parse: (value) => withPhase(value, (phase) => ({ name: 'dark-phase', phase })),
  },
  'dark-junction': { value: '', help: 'no lamp of any phase is lit', parse: () => ({ name: 'dark-junction' }) },
  'all-red': { value: '', help: 'stuck in red on every phase', parse: () => ({ name: 'all-red' }) },
  'short-yellow': {
    value: '1',
    help: 'yellow ends after this many seconds, and red begins; 0: green turns red at once',
    parse: (value) => wholeWithin(value, 0, 99, (seconds) => ({ name: 'short-yellow', seconds })),
  },
  'short-clearance': {
    value: '0',
    help: 'green begins this many seconds after the yellow of the phase before, instead of after the red clearance',
    parse: (value) => wholeWithin(value, 0, 99, (seconds) => ({ name: 'short-clearance', seconds })),
  },
  'countdown-jump': {
    value: '20',
    help: 'every so many seconds the longest countdown is 30 s too high for one second',
    parse: (value) => wholeWithin(value, 2, 3600, (everySeconds) => ({ name: 'countdown-jump', everySeconds })),
  },
  'off-plan': {
    value: '5',
    help: 'runs each green this many seconds longer than its settings, from its next cycle on',
    parse: (value) => wholeWithin(value, 1, 99, (seconds) => ({ name: 'off-plan', seconds })),
  },
  'missing-key': {
    value: 'T_X1',
    help: 'this telemetry value is left out',
    parse: (value) => (TELEMETRY_KEYS.includes(value) ? { name: 'missing-key', key: value } : undefined),
  },
  'text-value': {
    value: 'T_D1',
    help: 'this telemetry value is a text instead of a number',
    parse: (value) => (TELEMETRY_KEYS.includes(value) ? { name: 'text-value', key: value } : undefined),
  },
  'ignore-settings': {
    value: '',
    help: 'takes settings at power-on only, or none if it has its own: what is sent is neither applied nor reported',
    parse: () => ({ name: 'ignore-settings' }),
  },
  'refuse-settings': {
    value: '',
    help: 'as ignore-settings, and reports the old value anew as its answer',
    parse: () => ({ name: 'refuse-settings' }),
  },
  'no-report': { value: '', help: 'applies settings, reports none', parse: () => ({ name: 'no-report' }) },
  'wrong-settings': {
    value: '',
    help: 'reports another value than the one that was sent',
    parse: () => ({ name: 'wrong-settings' }),
  },
  'late-samples': {
    value: '5',
    help: 'each sample arrives this many seconds late, with the time it was taken',
    parse: (value) =>
      numberWithin(value, 1, 600, (seconds) => ({ name: 'late-samples', seconds: Math.round(seconds) })),
  },
  'lost-samples': {
    value: '7',
    help: 'of so many samples one is never sent',
    parse: (value) => wholeWithin(value, 2, 3600, (every) => ({ name: 'lost-samples', every })),
  },
  'repeated-samples': { value: '', help: 'each sample arrives twice', parse: () => ({ name: 'repeated-samples' }) },
}

/** All names of faults. */
export const FAULT_NAMES = Object.keys(ROWS) as FaultName[]

/** Reads `dark-phase:2`, or `dark-phase` for its default value. @throws {FaultError} */
export function parseFault(text: string): Fault {
  const [name = '', ...rest] = text.trim().split(':')
  const row: FaultRow | undefined = Object.hasOwn(ROWS, name) ? ROWS[name as FaultName] : undefined
  if (!row) throw new FaultError(`fault "${text}": give one of ${FAULT_NAMES.join(', ')}`)
  const value = rest.join(':')
  const fault = value && !row.value ? undefined : row.parse(value || row.value)
  if (fault) return fault
  const fix = row.value ? `give a value such as ${name}:${row.value} (${row.help})` : 'it takes no value'
  throw new FaultError(`fault "${text}": ${fix}`)
}

/** Returns the table of faults for `--help`. */
export function faultHelp(): string {
  const rows = FAULT_NAMES.map((name) => ({ form: ROWS[name].value ? `${name}:${ROWS[name].value}` : name, name }))
  const width = Math.max(...rows.map(({ form }) => form.length))
  return rows.map(({ form, name }) => `  ${form.padEnd(width)}  ${ROWS[name].help}`).join('\n')
}

/** Returns the fault of this name, if it is among these. */
export function findFault<N extends FaultName>(
  faults: readonly Fault[],
  name: N,
): Extract<Fault, { name: N }> | undefined {
  return faults.find((fault): fault is Extract<Fault, { name: N }> => fault.name === name)
}

function numberWithin<T>(
  text: string,
  min: number,
  max: number,
  build: (value: number) => T | undefined,
): T | undefined {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  return value >= min && value <= max ? build(value) : undefined
}

function wholeWithin<T>(text: string, min: number, max: number, build: (value: number) => T): T | undefined {
  return numberWithin(text, min, max, (value) => (Number.isInteger(value) ? build(value) : undefined))
}

function phaseOf(text: string): PhaseNumber | undefined {
  return PHASES.find((phase) => String(phase) === text.trim())
}

function withPhase(text: string, build: (phase: PhaseNumber) => Fault): Fault | undefined {
  const phase = phaseOf(text)
  return phase && build(phase)
}
