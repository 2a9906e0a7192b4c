import { settingInteger } from '../attributes.ts'
import { checkTiming, plansUsing } from '../checks/program.ts'
import { ofPhase, PHASES, PROGRAM_NUMBERS, PROGRAM_VALUE_RANGE, perPhase } from '../controllerLimits.ts'
import { greenKey, periodKey, startKey } from '../keys.ts'
import { statedPeriod } from '../period.ts'
import { type Program, programOf, withProgram } from '../settings.ts'
import { offsetRow } from './offset.ts'
import { defineRow } from './row.ts'

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
