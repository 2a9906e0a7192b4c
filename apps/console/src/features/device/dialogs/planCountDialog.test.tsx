import { within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { openDialogAlone } from '../../../test/deviceDialog.tsx'
import {
  askAbout,
  buttonsOf,
  expectRefused,
  fieldsOf,
  fill,
  openDevicePage,
  openDialog,
  press,
} from '../../../test/devicePage.ts'

const TITLE = 'Cấu hình số lượng kế hoạch'
const FIELD = 'Số lượng kế hoạch (1-6)'
const openCount = () => openDialogAlone({ kind: 'planTotal' })

describe('the plan count', () => {
  it("is titled 'Cấu hình số lượng kế hoạch', its label says 1-6, and it is required [spec 2 plan count dialog] [spec 5 plan count]", async () => {
    const { dialog } = await openCount()
    expect(fieldsOf(dialog)).toEqual([FIELD])
    expect(buttonsOf(dialog)).toEqual(['Cancel', 'Save'])
    const field = within(dialog).getByLabelText(FIELD)
    expect(field).toHaveValue('5')
    expect(field).toBeRequired()
    expect(field).toHaveFocus()
  })

  it('makes no day known for which no mode was ever set', async () => {
    const { dialog } = await openDialogAlone({ kind: 'planTotal' }, { shared: {}, server: {} })
    const question = await askAbout(dialog, { [FIELD]: '3' }, 'Save')
    expect(within(question).getAllByRole('img', { name: '00:00 to 24:00: not known' })).toHaveLength(2)
    expect(within(question).queryByText('flash')).not.toBeInTheDocument()
  })

  it('opens from the head of the plans too [spec 2 plan count dialog]', async () => {
    await openDevicePage()
    expect(await openDialog('Plan count', TITLE)).toBeVisible()
  })

  it.each([
    ['9999', '9999'],
    ['10000', '1000'],
    ['-4', '4'],
    ['1.5', '15'],
    ['a2b', '2'],
    ['3e1', '31'],
  ])('typing %j leaves %j [spec 5 plan count] [spec 9 limits]', async (keys, text) => {
    const { dialog } = await openCount()
    const field = within(dialog).getByLabelText(FIELD)
    await userEvent.clear(field)
    expect(field).toHaveValue('')
    await userEvent.type(field, keys)
    expect(field).toHaveValue(text)
  })

  it.each([
    ['0', 'Plan count: 0 is out of range; 1 to 6 is allowed.'],
    ['7', 'Plan count: 7 is out of range; 1 to 6 is allowed.'],
    ['9999', 'Plan count: 9999 is out of range; 1 to 6 is allowed.'],
    ['', `${FIELD} is required`],
  ])('refuses %j: %j [spec 5 plan count]', async (text, words) => {
    const page = await openCount()
    const { dialog } = page
    await fill(dialog, { [FIELD]: text })
    await press(dialog, 'Save')
    expectRefused(page, dialog, FIELD, words)
  })
})
