/** Virtual controllers with random settings, faults, changes, gaps and clock steps, and what is told of them. */
import { writeSettings } from '@greenwave/controller/settingTable/allSettings'
import { anyMode, anySettings, nearlySoundProgram, soundProgram } from '@greenwave/controller/testing/settings'
import type { Input } from '@greenwave/observer/testing/history'
import fc from 'fast-check'
import { ObservedController } from './observedController.ts'

const anyFault = fc.constantFrom(
  'two-greens:1,2',
  'two-greens:2,3',
  'two-lamps:1',
  'two-lamps:3',
  'dark-phase:2',
  'dark-junction',
  'all-red',
  'frozen',
  'short-yellow:1',
  'short-yellow:0',
  'short-clearance:0',
  'countdown-jump:20',
  'off-plan:5',
  'off-plan:1',
  'clock-jump:8',
  'clock-jump:-45',
  'clock-drift:3',
  'missing-key:T_X1',
  'missing-key:Second',
  'text-value:T_D2',
  'lost-samples:7',
  'late-samples:5',
  'repeated-samples',
  'silent',
  'offline',
  'flapping:40/12',
  'ignore-settings',
  'refuse-settings',
  'wrong-settings',
  'no-report',
)

const anyAct = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ kind: 'none' as const }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('mode' as const), mode: anyMode }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('plan' as const), program: fc.integer({ min: 0, max: 6 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('green' as const),
      program: fc.integer({ min: 1, max: 6 }),
      green: fc.integer({ min: 0, max: 40 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('offset' as const), offset: fc.integer({ min: 0, max: 60 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('restart' as const), seconds: fc.integer({ min: 0, max: 20 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'gap' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('away' as const), seconds: fc.integer({ min: 1, max: 60 }) }) },
)

/** Settings, and chapters with faults and changes. */
export const anyMixture = fc.record({
  settings: anySettings(
    (number, clearance) =>
      fc.oneof(
        { weight: 4, arbitrary: soundProgram(number, clearance) },
        { weight: 1, arbitrary: nearlySoundProgram(number, clearance, 3) },
      ),
    fc.oneof({ weight: 5, arbitrary: fc.constant(4) }, { weight: 1, arbitrary: anyMode }),
    fc.record({ yellow: fc.integer({ min: 0, max: 5 }), redClearance: fc.integer({ min: 0, max: 5 }) }),
  ),
  start: fc.integer({ min: 0, max: 86_399 }),
  jitter: fc.constantFrom(0, 200),
  chapters: fc.array(
    fc.record({
      faults: fc.oneof(
        { weight: 1, arbitrary: fc.constant([]) },
        { weight: 3, arbitrary: fc.array(anyFault, { minLength: 1, maxLength: 3 }) },
      ),
      act: anyAct,
      seconds: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 30, max: 600 })),
    }),
    { minLength: 1, maxLength: 6 },
  ),
})

export type Mixture = typeof anyMixture extends fc.Arbitrary<infer One> ? One : never

const MIDNIGHT = Date.UTC(2026, 10, 22, 17) / 1000

/** Returns what is told of a controller. It ends with some minutes without faults. */
export function tell({ settings, start, jitter, chapters }: Mixture): readonly Input[] {
  const history: Input[] = []
  let turn = 0
  const delay = () => {
    turn += 1
    return 300 + ((turn * 7919) % (jitter + 1))
  }
  const controller = new ObservedController(
    writeSettings(settings),
    MIDNIGHT + start,
    (input) => history.push(input),
    delay,
  )
  controller.run(60)
  for (const { faults, act, seconds } of chapters) {
    controller.setFaults(...faults)
    switch (act.kind) {
      case 'mode':
        controller.push({ Mode: act.mode })
        break
      case 'plan':
        controller.push({ P1_ENT: 1, P1_HH: 0, P1_MM: 0, P1_Pr: act.program })
        break
      case 'green':
        controller.push({ [`Pr${act.program}_X1`]: act.green })
        break
      case 'offset':
        controller.push({ Offset_Pr1: act.offset })
        break
      case 'restart':
        controller.restart(act.seconds)
        break
      case 'gap':
        controller.gap()
        break
      case 'away':
        controller.reachable = false
        controller.run(act.seconds)
        controller.reachable = true
        break
    }
    controller.run(seconds)
  }
  controller.setFaults()
  controller.run(300)
  return history
}
