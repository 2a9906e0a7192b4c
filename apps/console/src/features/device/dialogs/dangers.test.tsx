/** @file What dangers ask for before settings are sent, in every dialog that sends settings; and what dialogs say first. */
import type { ChangeRecord } from '@greenwave/contract/records/changeRecords'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type DialogOptions, openDialogAlone, viewOf } from '../../../test/deviceDialog.tsx'
import {
  CODE_LABEL,
  CONFIRM_TITLE,
  device,
  dialogsClosed,
  dialogTitled,
  fill,
  press,
  SHARED,
  stubDevice,
  WHY_LABEL,
} from '../../../test/devicePage.ts'
import { renderPart } from '../../../test/renderParts.tsx'
import type { DeviceDialog } from '../model/deviceDialog.ts'
import { RestoreDialog } from './RestoreDialog.tsx'

type Values = Readonly<Record<string, string | number | boolean>>

const program = { kind: 'program', program: 1 } as const
const DANGER = /^Danger: program 1 gives phase 2 green at second 33, 0 s after the yellow of phase 1/
/** Plan 1 runs a dangerous program, but plan 2 has its start. */
const SHARED_START = { Start_Pr2_X2: 33, P1_Pr: 2, P2_HH: 5, P2_MM: 30, P2_Pr: 1, P2_ENT: 1 }

async function askDangerously() {
  const page = await openDialogAlone(program)
  await fill(page.dialog, { 'Start Phase 2': '33', 'Green Phase 3': '3' })
  await press(page.dialog, 'Save Program')
  return { ...page, question: await dialogTitled(CONFIRM_TITLE) }
}

const confirmButton = (question: HTMLElement) => within(question).getByRole('button', { name: 'Xác nhận' })
const tickBox = (question: HTMLElement, name: RegExp) => within(question).getByRole('checkbox', { name })

/** Expects that a confirmation sends a danger only with tick, code and reason. */
async function expectGuarded(question: HTMLElement): Promise<void> {
  const confirm = confirmButton(question)
  const box = within(within(question).getByRole('group', { name: 'Danger. Read and tick each one' }))
  for (const tick of box.getAllByRole('checkbox')) await userEvent.click(tick)
  expect(confirm).toBeDisabled()
  await fill(question, { [CODE_LABEL]: 'TLC-0008', [WHY_LABEL]: 'Market day' })
  expect(confirm).toBeDisabled()
  await fill(question, { [CODE_LABEL]: device.name, [WHY_LABEL]: ' ' })
  expect(confirm).toBeDisabled()
  await fill(question, { [WHY_LABEL]: 'Market day' })
  expect(confirm).toBeEnabled()
}

beforeEach(() => {
  // 07:08 in the controllers' zone, when plan 1 runs.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 5, 0, 8, 9) })
})

describe('(V4) a danger', () => {
  it('is boxed alone, before the remarks, and asks for the code of the junction and a reason, which is recorded', async () => {
    const { question, records } = await askDangerously()
    await userEvent.click(tickBox(question, /3 s of green is below 5 s/))
    const [danger, remarks] = within(question).getAllByRole('group', { name: /tick each one/ })
    expect(within(danger as HTMLElement).getAllByRole('checkbox')).toEqual([tickBox(question, DANGER)])
    expect(within(remarks as HTMLElement).getAllByRole('checkbox')).toEqual([tickBox(question, /3 s of green/)])
    await expectGuarded(question)
    await press(question, 'Xác nhận')
    await dialogsClosed()
    expect(records()).toMatchObject([{ why: 'Market day', state: 'written' }])
  })

  it('asks for the code again after the values were changed', async () => {
    const { question, dialog } = await askDangerously()
    await fill(question, { [CODE_LABEL]: device.name })
    await press(question, 'Hủy')
    await press(dialog, 'Save Program')
    expect(within(await dialogTitled(CONFIRM_TITLE)).getByLabelText(CODE_LABEL)).toHaveValue('')
  })

  it('is boxed in the form while the user types', async () => {
    const { dialog } = await openDialogAlone(program)
    expect(within(dialog).queryByRole('group', { name: 'Dangers' })).not.toBeInTheDocument()
    await fill(dialog, { 'Start Phase 2': '33', 'Green Phase 3': '3' })
    const box = within(dialog).getByRole('group', { name: 'Dangers' })
    expect(box.textContent?.trim()).toMatch(DANGER)
    expect(box).not.toHaveTextContent('3 s of green')
  })

  it.each<[string, Values, Values]>([
    ['settings are brought back', SHARED, { Start_Pr1_X2: 33 }],
    ['a plan is brought back that runs a dangerous program', { ...SHARED, Start_Pr2_X2: 33 }, { P1_Pr: 2 }],
    ['a plan leaves its start to one with a dangerous program', { ...SHARED, ...SHARED_START }, { P2_ENT: 0 }],
  ])('is guarded when %s', async (_what, shared, before) => {
    const { stored } = stubDevice({ shared })
    const after = Object.fromEntries(Object.keys(before).map((key) => [key, shared[key] ?? null]))
    const change: ChangeRecord = {
      ...{ id: 'x', at: Date.UTC(2026, 1, 1), by: { id: '', name: '' }, from: 'console', state: 'written' },
      ...{ why: '', said: '', words: [], scope: 'SHARED_SCOPE', unkept: [] },
      ...{ after, before: { ...shared, ...before } as ChangeRecord['before'] },
    }
    renderPart(
      <RestoreDialog
        view={viewOf(stored)}
        opened
        to={{ how: 'undo', change }}
        present={shared}
        onClose={() => undefined}
      />,
    )
    await expectGuarded(await dialogTitled(CONFIRM_TITLE))
  })

  it.each<[string, DeviceDialog, Values, Readonly<Record<string, string>>]>([
    ['a plan', { kind: 'plan', plan: 1 }, { Start_Pr2_X2: 33 }, { 'Program Number': '2' }],
    [
      'a plan count',
      { kind: 'planTotal' },
      { Start_Pr2_X2: 33, P6_HH: 9, P6_MM: 0, P6_Pr: 2, P6_ENT: 1 },
      { 'Số lượng kế hoạch (1-6)': '6' },
    ],
  ])('is guarded when %s brings it into force', async (_what, subject, more, typed) => {
    const { dialog } = await openDialogAlone(subject, { shared: { ...SHARED, ...more } })
    await fill(dialog, typed)
    await userEvent.click(within(dialog).getByRole('button', { name: /^Save/ }))
    await expectGuarded(await dialogTitled(CONFIRM_TITLE))
  })

  it.each<[string, Values, Values]>([
    ['settings', { ...SHARED, Start_Pr1_X2: 33 }, { ...SHARED, Start_Pr1_X2: 35 }],
    [
      'a plan that leaves its start to one with a dangerous program',
      { ...SHARED, ...SHARED_START, P2_ENT: 0 },
      { ...SHARED, ...SHARED_START },
    ],
  ])('is guarded when %s are sent again', async (_what, shared, client) => {
    const { dialog } = await openDialogAlone({ kind: 'sendAgain' }, { shared, client })
    await expectGuarded(dialog)
  })
})

describe('beside its buttons, a confirmation', () => {
  const OFFLINE = { server: { active: false, lastConnectTime: 1, lastDisconnectTime: 2 } }

  it.each<[string, DeviceDialog, Readonly<Record<string, string>>, string, DialogOptions?]>([
    [
      'of the program that runs',
      program,
      { 'Green Phase 3': '16' },
      'The lamps follow at the end of the running cycle.',
    ],
    ['of a program that no plan runs', { kind: 'program', program: 2 }, {}, 'The lamps stay as they are.'],
    [
      'of values that the controller did not take before',
      program,
      {},
      'The lamps follow at the end of the running cycle.',
      { client: { ...SHARED, Pr1_X3: 16 } },
    ],
    ['of a danger', program, { 'Start Phase 2': '33' }, 'Dangerous on the street. The lamps follow at the end of the'],
    [
      'for a controller that is offline',
      program,
      { 'Green Phase 3': '16' },
      'Nothing changes until the controller is',
      OFFLINE,
    ],
    [
      'of a plan that begins later',
      { kind: 'plan', plan: 2 },
      { Hour: '9' },
      'The lamps stay as they are until 09:00.',
      { shared: { ...SHARED, P2_HH: 8, P2_MM: 0, P2_Pr: 0, P2_ENT: 0 } },
    ],
    ['of a mode', { kind: 'mode', mode: 1 }, {}, 'The lamps follow as soon as the controller has it.'],
  ])('%s says what it does on the street', async (_is, subject, typed, words, options) => {
    const { dialog } = await openDialogAlone(subject, options)
    await fill(dialog, typed)
    if (subject.kind === 'plan') await userEvent.click(within(dialog).getByLabelText('Enabled'))
    const submit = within(dialog).queryByRole('button', { name: /^Save/ })
    if (submit) await userEvent.click(submit)
    const confirm = await screen.findByRole('button', { name: 'Xác nhận' })
    expect(confirm).toHaveAccessibleDescription(expect.stringContaining(words))
  })
})

it('every dialog names the junction under its title: label and code, in the form and in the confirmation', async () => {
  const { dialog } = await openDialogAlone(program)
  expect(dialog).toHaveTextContent(/^Program 1\s*Ngã tư 7 TLC-0007/)
  await press(dialog, 'Save Program')
  await screen.findByRole('group', { name: CONFIRM_TITLE })
  expect(dialog).toHaveTextContent(/^Xác nhận thay đổi\s*Ngã tư 7 TLC-0007/)
})
