import { settingInteger } from '../attributes.ts'
import { checkTiming, plansUsing } from '../checks/program.ts'
import { ofPhase, perPhase, PHASES, PROGRAM_NUMBERS, PROGRAM_VALUE_RANGE } from '../controllerLimits.ts'
import { greenKey, periodKey, startKey } from '../keys.ts'
import { statedPeriod } from '../period.ts'
import { type Program, programOf, withProgram } from '../settings.ts'
import { offsetRow } from './offset.ts'
import { ANY_WHOLE, defineRow } from './row.ts'

/**
 * (R7) The total period that is set for a program; 0 means none. The check of the program compares it with the cycle
 * (V3).
 */
export const periodRow = defineRow({
  kind: 'period',
  which: PROGRAM_NUMBERS.map((program) => ({ program })),
  isOfCycle: true,
  keys: ({ program }) => [
    {
      key: periodKey(program),
      parts: { kind: 'period' as const, program },
      range: ANY_WHOLE,
      name: `Program ${program} total period`,
      unit: 's',
    },
  ],
  read: (values, { program }) => settingInteger(values, periodKey(program)),
  write: (seconds, { program }) => (seconds > 0 ? { [periodKey(program)]: seconds } : {}),
  of: (settings, { program }) => programOf(settings, program).sharedPeriod,
  put: (settings, sharedPeriod, { program }) =>
    withProgram(settings, { ...programOf(settings, program), sharedPeriod }),
  check: () => [],
})

/**
 * A program: green and start of each phase. Its total period belongs to `periodRow` and is never written with it (R7).
 */
export const programRow = defineRow({
  kind: 'program',
  which: PROGRAM_NUMBERS.map((program) => ({ program })),
  isOfCycle: true,
  keys: ({ program }) =>
    (['green', 'start'] as const).flatMap((part) =>
      PHASES.map((phase) => ({
        key: part === 'green' ? greenKey(program, phase) : startKey(program, phase),
        parts: { kind: 'program' as const, program, phase, part },
        range: PROGRAM_VALUE_RANGE,
        name: `Program ${program} phase ${phase} ${part}`,
        unit: 's',
      })),
    ),
  read: (values, { program: number }): Program => ({
    number,
    phases: perPhase((phase) => ({
      green: settingInteger(values, greenKey(number, phase)),
      start: settingInteger(values, startKey(number, phase)),
    })),
    sharedPeriod: settingInteger(values, periodKey(number)),
  }),
  write: ({ phases }, { program: number }) =>
    Object.fromEntries([
      ...PHASES.map((phase) => [greenKey(number, phase), ofPhase(phases, phase).green] as const),
      ...PHASES.map((phase) => [startKey(number, phase), ofPhase(phases, phase).start] as const),
    ]),
  of: (settings, { program }) => programOf(settings, program),
  put: withProgram,
  rechecks: (_settings, which) => [offsetRow.at(which)],
  check: (program, { settings, before, reported, limits }, { program: number }) => {
    const kept = programOf(before, number)
    // A stated period is only valid for the stored program, not for one that is being edited.
    const isKept = hasSameTiming(program, kept)
    return checkTiming(program, settings.clearance, {
      usedByPlans: plansUsing(settings, number),
      limits,
      reportedPeriod: reported && isKept ? statedPeriod(kept, reported)?.seconds : undefined,
    })
  },
})

/** Returns whether green and start of each phase are the same in both programs. */
function hasSameTiming(a: Program, b: Program): boolean {
  return PHASES.every((phase) => {
    const [one, other] = [ofPhase(a.phases, phase), ofPhase(b.phases, phase)]
    return one.green === other.green && one.start === other.start
  })
}
