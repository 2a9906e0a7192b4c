import { PROGRAM_NUMBERS, type ProgramNumber } from '@greenwave/controller/limits'
import { within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { openDialogAlone } from '../../../test/deviceDialog.tsx'
import { askAbout, buttonsOf, dialogsClosed, expectRefused, fieldsOf, fill, press } from '../../../test/devicePage.ts'

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
    expect(buttonsOf(dialog)).toEqual(['Cancel', 'Save Program'])
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

  it.each(['0', '999'])(
    'takes %s, an end of the range, in every field [spec 5 program] [spec 9 limits]',
    async (end) => {
      const { dialog } = await openProgram(2)
      const values = Object.fromEntries(FIELDS.map((field) => [field, end]))
      expect(await askAbout(dialog, values, 'Save Program')).toBeVisible()
    },
  )

  it.each(PROGRAM_NUMBERS)(
    'program %i goes out under its own six keys, without its period [spec 3 program] [spec 7 attributes] [spec 9 limits]',
    async (n) => {
      const { sent, dialog } = await openProgram(n)
      const question = await askAbout(dialog, { ...STORED, 'Green Phase 3': '014' }, 'Save Program')
      expect(sent()).toEqual([])
      await press(question, 'Xác nhận')
      await dialogsClosed()
      const greens = { [`Pr${n}_X1`]: 30, [`Pr${n}_X2`]: 20, [`Pr${n}_X3`]: 14 }
      const starts = { [`Start_Pr${n}_X1`]: 0, [`Start_Pr${n}_X2`]: 35, [`Start_Pr${n}_X3`]: 60 }
      expect(sent()).toEqual([{ scope: 'SHARED_SCOPE', body: { ...greens, ...starts } }])
    },
  )
})
