/**
 * @file Findings are shown in the form while the user types, and again in the confirmation,
 * where each warning must be ticked, the worst first.
 */

import type { PlanNumber } from '@greenwave/controller/controllerLimits'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openDialogAlone } from '../../../test/deviceDialog.tsx'
import {
  CODE_LABEL,
  CONFIRM_TITLE,
  type DevicePageOptions,
  device,
  dialogTitled,
  fill,
  press,
  SHARED,
  WHY_LABEL,
} from '../../../test/devicePage.ts'
import type { DeviceDialog } from '../model/deviceDialog.ts'

interface Form {
  readonly about: DeviceDialog
  readonly title: string
  readonly submit: string
}

const TIMES = 'Cấu hình thời gian vàng, đỏ'
const COUNT = 'Cấu hình số lượng kế hoạch'
const program1: Form = {
  about: { kind: 'program', program: 1 },
  title: 'Program 1',
  submit: 'Save Program',
}
const plan = (n: PlanNumber): Form => ({
  about: { kind: 'plan', plan: n },
  title: `Plan ${n}`,
  submit: 'Save Plan',
})
const times: Form = { about: { kind: 'clearance' }, title: TIMES, submit: 'Save' }
const count: Form = { about: { kind: 'planTotal' }, title: COUNT, submit: 'Save' }
const time: Form = { about: { kind: 'time' }, title: 'Set Device Time', submit: 'Set Time' }
const place: Form = {
  about: { kind: 'location' },
  title: 'Set Device Location',
  submit: 'Save Location',
}

const OFFLINE = { active: false, lastConnectTime: 1, lastDisconnectTime: 2 }

/** A case: the rule, the form, the typed values, the findings that it then shows, and the values on the platform. */
type Case = [string, Form, Readonly<Record<string, string>>, readonly string[], DevicePageOptions?]

const CASES: Case[] = [
  [
    'V2 and V4',
    program1,
    { 'Start Phase 2': '33', 'Green Phase 3': '3' },
    [
      'Program 1 phase 3: 3 s of green is below 5 s, too little for drivers to start.',
      'Danger: program 1 gives phase 2 green at second 33, 0 s after the yellow of phase 1 instead of 2 s; vehicles may still be in the junction.',
    ],
  ],
  [
    'V3',
    program1,
    {},
    ['Program 1: its period is given as 75 s, but its times make 80 s; the controller may run other times than shown.'],
    { shared: { ...SHARED, Period_Pr1: 75 } },
  ],
  [
    'V6 and V8',
    times,
    { 'Vàng (s)': '7', 'Đỏ cộng (s)': '7' },
    [
      'Yellow of 7 s is above 6 s; drivers learn to use it as green.',
      'Red clearance of 7 s is above 6 s; drivers lose respect for red.',
      'Danger: program 1 gives phase 2 green at second 35 while phase 1 is yellow; they overlap by 9 s.',
      'Danger: program 1 gives phase 3 green at second 60 while phase 2 is yellow; they overlap by 9 s.',
    ],
  ],
  [
    'V7',
    plan(6),
    { Hour: '7', 'Program Number': '3' },
    [
      'Plan 6 is enabled, but the plan count is 5: plan 6 never runs.',
      'Plan 6 runs program 3, which has no green: the lamps will flash yellow.',
    ],
  ],
  [
    'V7',
    count,
    { 'Số lượng kế hoạch (1-6)': '1' },
    [
      'Plan 2 is enabled, but the plan count is 1: plan 2 never runs.',
      'No plan within the plan count of 1 is enabled: the lamps will flash yellow all day.',
    ],
    { shared: { ...SHARED, P1_ENT: 0, P2_HH: 7, P2_MM: 0, P2_Pr: 2, P2_ENT: 1 } },
  ],
  [
    'V9',
    time,
    { Hour: '9' },
    ['The time is 2 h 0 min ahead of the server’s, more than 60 s; plans and neighbours fall out of step.'],
  ],
  [
    'V10',
    place,
    { Latitude: '0', Longitude: '0' },
    ['Latitude 0, longitude 0 lies in the Atlantic and is mostly an unset location.'],
  ],
]

beforeEach(() => {
  // The clock stands still at 07:08:09 in the controllers' zone, seven hours ahead of UTC; timers run.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 5, 0, 8, 9) })
})

describe('a warning', () => {
  it.each(CASES)(
    'of (%s) in %o, with %o typed, is said beside the field and ticked in the question: %j',
    async (rule, { about, submit }, typed, words, options) => {
      const { sent, dialog: form } = await openDialogAlone(about, options)
      await fill(form, typed)
      for (const word of words) expect(form).toHaveTextContent(word)
      await press(form, submit)
      const question = await dialogTitled(CONFIRM_TITLE)
      const ticks = within(question).getAllByRole('checkbox')
      const dangers = words.filter((word) => word.startsWith('Danger: '))
      const sorted = [...dangers, ...words.filter((word) => !dangers.includes(word))]
      expect(ticks.map((tick) => (tick as HTMLInputElement).labels?.[0]?.textContent)).toEqual(sorted)
      const advice = within(question).queryByText(
        /^These checks are advice; the controller may have no conflict monitor/,
      )
      expect(advice !== null, 'advice is what is said of signals').toBe(!['V9', 'V10'].includes(rule))
      const confirm = within(question).getByRole('button', { name: 'Xác nhận' })
      for (const tick of ticks) {
        expect(tick).not.toBeChecked()
        expect(confirm).toBeDisabled()
        await userEvent.click(tick)
      }
      if (dangers.length > 0) {
        expect(confirm).toBeDisabled()
        await fill(question, { [CODE_LABEL]: device.name, [WHY_LABEL]: 'x' })
      }
      expect(confirm).toBeEnabled()
      expect(sent()).toEqual([])
    },
  )

  it('(V3) is not shown for a program that is being changed, because its new period is unknown', async () => {
    const shared = { ...SHARED, Period_Pr1: 75 }
    const { dialog: form } = await openDialogAlone({ kind: 'program', program: 1 }, { shared })
    await fill(form, { 'Green Phase 3': '16' })
    expect(form).not.toHaveTextContent('its period is given')
  })

  it('(V11) is shown while the controller is offline, and must be ticked', async () => {
    const { dialog, sent } = await openDialogAlone(program1.about, { server: OFFLINE })
    await press(dialog, program1.submit)
    const question = await dialogTitled(CONFIRM_TITLE)
    expect(question).toHaveTextContent('The controller is offline.')
    const tick = within(question).getByRole('checkbox', {
      name: 'The controller is offline: what is sent waits until it comes back.',
    })
    expect(within(question).getByRole('button', { name: 'Xác nhận' })).toBeDisabled()
    await userEvent.click(tick)
    expect(within(question).getByRole('button', { name: 'Xác nhận' })).toBeEnabled()
    expect(sent()).toEqual([])
  })

  it('(V11) is shown in the mode chooser while the controller is offline, and must be ticked', async () => {
    const { dialog } = await openDialogAlone({ kind: 'mode', mode: 1 }, { server: OFFLINE })
    expect(within(dialog).getByRole('checkbox')).not.toBeChecked()
    expect(within(dialog).getByRole('button', { name: 'Xác nhận' })).toBeDisabled()
  })

  it.each([program1, time])(
    'is not shown in $title when nothing is wrong: the confirmation says that the controller is online and can be sent at once',
    async (form) => {
      const { dialog } = await openDialogAlone(form.about)
      await press(dialog, form.submit)
      const question = await dialogTitled(CONFIRM_TITLE)
      expect(question).toHaveTextContent('The controller is online.')
      expect(within(question).queryByRole('checkbox')).not.toBeInTheDocument()
      expect(within(question).getByRole('button', { name: 'Xác nhận' })).toBeEnabled()
    },
  )
})

describe('(V8) a change of yellow or red clearance', () => {
  const shared = { ...SHARED, P2_HH: 7, P2_MM: 0, P2_Pr: 2, P2_ENT: 1, P3_HH: 9, P3_MM: 0, P3_Pr: 1, P3_ENT: 1 }

  it('names every program in use, with a diagram before and after of each', async () => {
    const { dialog: form } = await openDialogAlone({ kind: 'clearance' }, { shared })
    expect(form).not.toHaveTextContent('Programs in use that this changes')
    const touched = ['Program 1 (plan 1, 3): cycle 80 s → 81 s', 'Program 2 (plan 2): cycle 80 s → 81 s']
    await fill(form, { 'Vàng (s)': '4' })
    expect(
      within(form)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(touched)
    await press(form, 'Save')
    await dialogTitled(CONFIRM_TITLE)
    const question = screen.getByRole('group', { name: CONFIRM_TITLE })
    for (const words of touched) expect(within(question).getByText(words)).toBeVisible()
    await userEvent.click(within(question).getByText('Program 2'))
    for (const number of [1, 2]) {
      const diagrams = within(question).getAllByRole('figure', { name: new RegExp(`^Timing of program ${number}, `) })
      expect(diagrams.map((diagram) => diagram.getAttribute('aria-label'))).toEqual([
        `Timing of program ${number}, cycle 80 s`,
        `Timing of program ${number}, cycle 81 s`,
      ])
    }
  })
})
