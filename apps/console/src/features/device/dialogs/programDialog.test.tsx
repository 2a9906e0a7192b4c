import type { ProgramNumber } from '@greenwave/controller/controllerLimits'
import { within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { openDialogAlone } from '../../../test/deviceDialog.tsx'
import {
  buttonsOf,
  CONFIRM_TITLE,
  dialogsClosed,
  dialogTitled,
  expectRefused,
  fieldsOf,
  fill,
  press,
} from '../../../test/devicePage.ts'

const openProgram = (program: ProgramNumber) => openDialogAlone({ kind: 'program', program })

const STORED = {
  'Green Phase 1': '30',
  'Start Phase 1': '0',
  'Green Phase 2': '20',
  'Start Phase 2': '35',
  'Green Phase 3': '15',
  'Start Phase 3': '60',
}
const FIELDS = Object.keys(STORED)

describe('Program {n}', () => {
  it('has green and start of three phases with the stored values, Total Period, Cancel and Save Program [spec 2 program dialog]', async () => {
    const { dialog } = await openProgram(1)
    expect(fieldsOf(dialog)).toEqual([...FIELDS, 'Total Period (seconds)'])
    const steps = ['−5', '−1', '+1', '+5']
    const [terms, below] = [
      ['Cycle', 'Green'],
      ['Calculate', 'Cancel', 'Save Program'],
    ]
    expect(buttonsOf(dialog)).toEqual([...terms, ...steps, ...steps, ...steps, ...below])
    for (const [field, value] of Object.entries(STORED)) {
      expect(within(dialog).getByLabelText(field)).toHaveValue(value)
      expect(within(dialog).getByLabelText(field)).toBeRequired()
    }
    expect(within(dialog).getByLabelText('Green Phase 1')).toHaveFocus()
  })

  it('(R7) shows the total period of what is typed, and nobody can write it [spec 5 program]', async () => {
    const { dialog } = await openProgram(1)
    const period = within(dialog).getByLabelText('Total Period (seconds)')
    expect(period).toHaveAttribute('readonly')
    expect(period).toHaveValue('80')
    await fill(dialog, { 'Green Phase 3': '25' })
    expect(period).toHaveValue('90')
    await fill(dialog, { 'Green Phase 3': '' })
    expect(period).toHaveValue('–')
  })

  it('draws what is typed with every keystroke, and keeps the last drawing while a field is empty or wrong', async () => {
    const { dialog } = await openProgram(1)
    const green = within(dialog).getByLabelText('Green Phase 3')
    const drawn = () => within(dialog).getByRole('figure').getAttribute('aria-label')
    expect(drawn()).toBe('Timing of program 1, cycle 80 s')
    await userEvent.clear(green)
    expect(drawn()).toBe('Timing of program 1, cycle 80 s')
    for (const [key, cycle] of [
      ['1', 66],
      ['2', 77],
      ['3', 188],
    ] as const) {
      await userEvent.type(green, key)
      expect(drawn()).toBe(`Timing of program 1, cycle ${cycle} s`)
    }
    await userEvent.type(green, '4')
    expect(drawn()).toBe('Timing of program 1, cycle 188 s')
    expect(within(dialog).getByRole('figure')).toHaveAccessibleDescription(/Phase 3: green 60–183 s/)
  })

  it('an edge moved with the arrow keys changes its field', async () => {
    const { dialog } = await openProgram(1)
    within(dialog).getByRole('slider', { name: 'Phase 2: start of green' }).focus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    expect(within(dialog).getByLabelText('Start Phase 2')).toHaveValue('37')
    expect(within(dialog).getByLabelText('Green Phase 2')).toHaveValue('20')
    within(dialog).getByRole('slider', { name: 'Phase 2: end of green' }).focus()
    await userEvent.keyboard('{ArrowLeft}')
    expect(within(dialog).getByLabelText('Green Phase 2')).toHaveValue('19')
  })

  it.each(FIELDS)('refuses 1000, -1, a fraction and nothing as %s [spec 5 program]', async (field) => {
    const page = await openProgram(1)
    const { dialog } = page
    const name = `Program 1 phase ${field.at(-1)} ${field.startsWith('Green') ? 'green' : 'start'}`
    for (const [text, words] of [
      ['1000', `${name}: 1000 is out of range; 0 to 999 is allowed.`],
      ['-1', `${name}: -1 is out of range; 0 to 999 is allowed.`],
      ['1.5', `${name}: 1.5 is no whole number.`],
      ['', `${field} is required`],
    ] as const) {
      await fill(dialog, { [field]: text })
      await press(dialog, 'Save Program')
      expectRefused(page, dialog, field, words)
    }
  })

  it('five seconds more green take four clicks: later phases move along, and the cycle grows', async () => {
    const { sent, dialog } = await openProgram(1)
    await press(dialog, 'Phase 1: 5 s more green')
    expect(within(dialog).getByRole('region', { name: 'What the program amounts to' })).toHaveTextContent(
      'Cycle80 s → 85 sGreenPhase 1: 41 %Phase 2: 24 %Phase 3: 18 %Longest red67 s, Phase 3',
    )
    await press(dialog, 'Save Program')
    const question = await dialogTitled(CONFIRM_TITLE)
    expect(within(question).queryByRole('checkbox')).not.toBeInTheDocument()
    await press(question, 'Xác nhận')
    await dialogsClosed()
    const starts = { Start_Pr1_X1: 0, Start_Pr1_X2: 40, Start_Pr1_X3: 65 }
    expect(sent()).toEqual([{ scope: 'SHARED_SCOPE', body: { Pr1_X1: 35, Pr1_X2: 20, Pr1_X3: 15, ...starts } }])
  })

  it('while the cycle is kept, the seconds come from the chosen phase; what cannot be is said and not done', async () => {
    const { dialog } = await openProgram(1)
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Keep cycle' }))
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Phase 3' }))
    await press(dialog, 'Phase 1: 5 s more green')
    const values = () => Object.fromEntries(FIELDS.map((field) => [field, within(dialog).getByLabelText(field)]))
    const taken = {
      ...STORED,
      'Green Phase 1': '35',
      'Start Phase 2': '40',
      'Green Phase 3': '10',
      'Start Phase 3': '65',
    }
    for (const [field, value] of Object.entries(taken)) expect(values()[field]).toHaveValue(value)
    await press(dialog, 'Phase 3: 1 s more green')
    expect(dialog).toHaveTextContent(
      'Phase 3 gives the seconds itself. Choose another phase for that. Nothing was changed.',
    )
    within(dialog).getByLabelText('Green Phase 1').focus()
    await userEvent.keyboard('{PageUp}')
    expect(dialog).toHaveTextContent('Phase 3 has not enough green to give. Nothing was changed.')
    for (const [field, value] of Object.entries(taken)) expect(values()[field]).toHaveValue(value)
    await userEvent.keyboard('{ArrowUp}')
    expect(dialog).not.toHaveTextContent('Nothing was changed.')
    expect(within(dialog).getByLabelText('Green Phase 3')).toHaveValue('9')
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Free' }))
    await press(dialog, 'Phase 3: 5 s less green')
    expect(within(dialog).getByLabelText('Green Phase 3')).toHaveValue('4')
    await press(dialog, 'Phase 3: 5 s less green')
    expect(dialog).toHaveTextContent('Program 1 phase 3 green would be -1 s; 0 to 999 is allowed. Nothing was changed.')
  })

  it('(V4) a danger that was typed is ended by its button, and the keyboard stays beside it', async () => {
    const { dialog } = await openProgram(1)
    await fill(dialog, { 'Green Phase 1': '35' })
    expect(within(dialog).getByRole('group', { name: 'Dangers' })).toHaveTextContent(/gives phase 2 green at second 35/)
    await press(dialog, 'Move phases 2 and 3 by 5 s')
    expect(within(dialog).queryByRole('group', { name: 'Dangers' })).not.toBeInTheDocument()
    expect(within(dialog).getByLabelText('Start Phase 2')).toHaveValue('40')
    expect(within(dialog).getByLabelText('Start Phase 3')).toHaveValue('65')
    expect(dialog.contains(document.activeElement)).toBe(true)
    expect(document.body).not.toHaveFocus()
  })

  it('keeps an incomplete field as it is typed: its steps wait, and an edge that is moved leaves it alone', async () => {
    const { dialog } = await openProgram(1)
    await fill(dialog, { 'Green Phase 3': '' })
    expect(within(dialog).getByRole('button', { name: 'Phase 1: 5 s more green' })).toBeDisabled()
    within(dialog).getByRole('slider', { name: 'Phase 2: end of green' }).focus()
    await userEvent.keyboard('{ArrowRight}')
    expect(within(dialog).getByLabelText('Green Phase 2')).toHaveValue('21')
    expect(within(dialog).getByLabelText('Green Phase 3')).toHaveValue('')
  })

  it.each([
    [1, '07:08', 'in plan 1, now, next at 05:30'],
    [2, '07:08', 'in no plan'],
  ] as const)('says when program %i runs, at %s: %s', async (program, _time, words) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 5, 0, 8, 9) })
    const { dialog } = await openProgram(program)
    expect(within(dialog).getByRole('region', { name: 'What the program amounts to' })).toHaveTextContent(
      `Runs${words}`,
    )
  })
})
