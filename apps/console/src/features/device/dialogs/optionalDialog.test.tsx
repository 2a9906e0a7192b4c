import { within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { openDialogAlone } from '../../../test/deviceDialog.tsx'
import {
  askAbout,
  buttonsOf,
  CONFIRM_TITLE,
  dialogsClosed,
  dialogTitled,
  expectRefused,
  fieldsOf,
  fill,
  press,
  SHARED,
} from '../../../test/devicePage.ts'

const TITLE = 'Program 1 offset'
const client = { Offset_Pr1: 0 }

describe('(R19) the offset of a program', () => {
  it('starts with the stored value, or 0, and is one field', async () => {
    const { dialog } = await openDialogAlone(
      { kind: 'offset', program: 1 },
      { shared: { ...SHARED, Offset_Pr1: 12 }, client },
    )
    expect(dialog).toHaveAccessibleName(TITLE)
    expect(fieldsOf(dialog)).toEqual(['Offset (s)'])
    expect(buttonsOf(dialog)).toEqual(['Cancel', 'Save'])
    expect(within(dialog).getByLabelText('Offset (s)')).toHaveValue('12')
  })

  it('starts with what the controller reports where none was set', async () => {
    const { dialog } = await openDialogAlone({ kind: 'offset', program: 1 }, { client: { Offset_Pr1: 7 } })
    expect(within(dialog).getByLabelText('Offset (s)')).toHaveValue('7')
  })

  it.each([
    ['-1', /^Program 1 offset: -1 is (out of range|too small)/],
    ['80', 'Program 1 offset: 80 is out of range; 0 to 79 is allowed.'],
    ['1.5', 'Program 1 offset: 1.5 is no whole number.'],
    ['', 'Offset (s) is required'],
  ])('refuses %j in a cycle of 80 s', async (text, words) => {
    const page = await openDialogAlone({ kind: 'offset', program: 1 }, { client })
    const { dialog } = page
    expect(within(dialog).getByLabelText('Offset (s)')).toHaveValue('0')
    await fill(dialog, { 'Offset (s)': text })
    await press(dialog, 'Save')
    if (typeof words === 'string') expectRefused(page, dialog, 'Offset (s)', words)
    else expect(within(dialog).getByLabelText('Offset (s)')).toHaveAccessibleDescription(words)
  })

  it('goes out under its own key, after it was asked about', async () => {
    const { dialog, sent } = await openDialogAlone({ kind: 'offset', program: 1 }, { client })
    const question = await askAbout(dialog, { 'Offset (s)': '79' }, 'Save')
    expect(within(question).getByRole('listitem')).toHaveTextContent('Program 1 offset')
    expect(sent()).toEqual([])
    await press(question, 'Xác nhận')
    await dialogsClosed()
    expect(sent()).toEqual([{ scope: 'SHARED_SCOPE', body: { Offset_Pr1: 79 } }])
  })

  it('that a shorter cycle leaves behind is advice in the dialog of the program, which can be saved', async () => {
    const { dialog, sent } = await openDialogAlone(
      { kind: 'program', program: 1 },
      { shared: { ...SHARED, Offset_Pr1: 75 }, client },
    )
    const words =
      'Program 1 offset: with these values only 0 to 74 is allowed, but it is 75. Correct it too, in its own dialog.'
    expect(dialog).not.toHaveTextContent(words)
    await fill(dialog, { 'Green Phase 3': '10' })
    expect(dialog).toHaveTextContent(words)
    await press(dialog, 'Save Program')
    const question = await dialogTitled(CONFIRM_TITLE)
    expect(within(question).getByRole('button', { name: 'Xác nhận' })).toBeDisabled()
    expect(question).not.toHaveTextContent('conflict monitor')
    await userEvent.click(within(question).getByRole('checkbox', { name: words }))
    await press(question, 'Xác nhận')
    await dialogsClosed()
    expect(sent()).toMatchObject([{ scope: 'SHARED_SCOPE', body: { Pr1_X3: 10 } }])
  })
})
