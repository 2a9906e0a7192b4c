/** Changes of single values at many junctions: the start of a plan, five more seconds of green, the same yellow. */
import type { AttributeSet } from '@greenwave/contract/records/changeRecords'
import {
  ofPhase,
  PHASES,
  type PhaseNumber,
  PLAN_NUMBERS,
  type PlanNumber,
  PROGRAM_NUMBERS,
  type ProgramNumber,
} from '@greenwave/controller/controllerLimits'
import { isServed } from '@greenwave/controller/cycle'
import { parseInteger } from '@greenwave/controller/integer'
import { greenKey, planKeys, RED_CLEARANCE_KEY, YELLOW_KEY } from '@greenwave/controller/keys'
import { retime } from '@greenwave/controller/retime'
import { programOf, withProgram } from '@greenwave/controller/settings'
import { parseSettings } from '@greenwave/controller/settingTable/allSettings'
import { programRow } from '@greenwave/controller/settingTable/program'
import { OPTIONAL_KEYS, parseSettingKey } from '@greenwave/controller/settingTable/table'
import { plainValues } from '@greenwave/observer/inEffect'
import type { JunctionFacts } from '@greenwave/rollout/junctionFacts'

/** A change of one value: of which, and the value as it was typed: `06:45`, `4`, `+5`. */
export interface ValueEdit {
  /** The key of a setting; of the start of a plan `P2`, since that is two keys. */
  readonly of: string
  readonly typed: string
}

/** Values that can be changed at many junctions at once. */
export const EDITABLE: readonly string[] = [
  ...PLAN_NUMBERS.flatMap((plan) => [`P${plan}`, planKeys(plan).program]),
  ...PROGRAM_NUMBERS.flatMap((program) => PHASES.map((phase) => greenKey(program, phase))),
  YELLOW_KEY,
  RED_CLEARANCE_KEY,
  ...OPTIONAL_KEYS,
]

/** The most edits of one change. */
export const MOST_EDITS = 12

/** Parses the edits in an address; those of no known value are left out. */
export function parseEdits(text: string): readonly ValueEdit[] {
  return text.split(',').flatMap((one) => {
    const [of = '', typed = ''] = one.split('=')
    return EDITABLE.includes(of) ? [{ of, typed }] : []
  })
}

/** Writes edits into an address; undefined without any. */
export function editsText(edits: readonly ValueEdit[]): string | undefined {
  return edits.length === 0 ? undefined : edits.map(({ of, typed }) => `${of}=${typed}`).join(',')
}

/** Returns the plan whose start an edit changes; undefined for any other. */
export function planOf({ of }: Pick<ValueEdit, 'of'>): PlanNumber | undefined {
  return PLAN_NUMBERS.find((plan) => of === `P${plan}`)
}

/** A typed value: a time of the day, a number, or a number of seconds more or less. */
type Typed =
  | { readonly kind: 'time'; readonly hour: number; readonly minute: number }
  | { readonly kind: 'number' | 'more'; readonly number: number }

/** Parses what was typed; null for what is no such value. */
export function parseTyped(edit: ValueEdit): Typed | null {
  const typed = edit.typed.trim().replace('−', '-')
  if (planOf(edit) !== undefined) {
    const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(typed) ?? []
    const [h, m] = [Number(hour), Number(minute)]
    return hour !== undefined && h <= 23 && m <= 59 ? { kind: 'time', hour: h, minute: m } : null
  }
  if (!/^[+-]?\d{1,4}$/.test(typed)) return null
  const isMore = /^[+-]/.test(typed) && parseSettingKey(edit.of)?.kind !== 'plan'
  if (!isMore && typed.startsWith('-')) return null
  return { kind: isMore ? 'more' : 'number', number: Number(typed) }
}

/**
 * Returns the values that a junction gets by edits; null where it lacks one of them, such as the green of a phase that it
 * does not serve.
 */
export function editedValues(edits: readonly ValueEdit[], { shared }: JunctionFacts): AttributeSet | null {
  const present = plainValues(shared)
  let settings = parseSettings(present)
  const values: Record<string, number> = {}
  for (const edit of edits) {
    const typed = parseTyped(edit)
    if (typed === null) return null
    if (typed.kind === 'time') {
      const keys = planKeys(planOf(edit) ?? 1)
      Object.assign(values, { [keys.hour]: typed.hour, [keys.minute]: typed.minute })
      continue
    }
    const before = parseInteger(values[edit.of] ?? present[edit.of])
    if (typed.kind === 'more' && before === undefined) return null
    const value = typed.kind === 'more' ? (before ?? 0) + typed.number : typed.number
    const green = greenOf(edit)
    if (!green) {
      values[edit.of] = value
      continue
    }
    const program = programOf(settings, green.program)
    if (!isServed(ofPhase(program.phases, green.phase))) return null
    // Later phases move with it, as in the dialog of a program. What overlaps already is left to the checks.
    const { phases } = retime(
      program.phases,
      settings.clearance,
      { phase: green.phase, part: 'green', value },
      { kind: 'clearances' },
    )
    if (phases) {
      settings = withProgram(settings, { ...program, phases })
      Object.assign(values, programRow.at({ program: green.program }).writeFrom(settings))
    } else values[edit.of] = value
  }
  return values
}

function greenOf({ of }: ValueEdit): { readonly program: ProgramNumber; readonly phase: PhaseNumber } | undefined {
  const parts = parseSettingKey(of)
  return parts?.kind === 'program' ? { program: parts.program, phase: parts.phase } : undefined
}

/** Returns the values of each known junction, by its id; null for one that lacks what is changed. */
export function ownValues(
  edits: readonly ValueEdit[],
  facts: ReadonlyMap<string, JunctionFacts>,
): ReadonlyMap<string, AttributeSet | null> {
  return new Map([...facts].map(([id, known]) => [id, editedValues(edits, known)]))
}
