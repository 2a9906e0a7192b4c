import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openDialogAlone } from '../../../test/deviceDialog.tsx'
import {
  askAbout,
  buttonsOf,
  dialogsClosed,
  expectRefused,
  fieldsOf,
  fill,
  openDevicePage,
  openDialog,
  press,
} from '../../../test/devicePage.ts'

const openTimes = () => openDialogAlone({ kind: 'clearance' })

describe('yellow and red clearance', () => {
  it("is titled 'Cấu hình thời gian vàng, đỏ', with both stored values, both required [spec 2 times dialog] [spec 5 times]", async () => {
    const { dialog } = await openTimes()
    expect(fieldsOf(dialog)).toEqual(['Vàng (s)', 'Đỏ cộng (s)'])
    expect(buttonsOf(dialog)).toEqual(['Calculate', 'Cancel', 'Save'])
    for (const [field, value] of Object.entries({ 'Vàng (s)': '3', 'Đỏ cộng (s)': '2' })) {
      expect(within(dialog).getByLabelText(field)).toHaveValue(value)
      expect(within(dialog).getByLabelText(field)).toBeRequired()
    }
    expect(within(dialog).getByLabelText('Vàng (s)')).toHaveFocus()
  })

  it('opens from the head of the programs too [spec 2 times dialog]', async () => {
    await openDevicePage()
    expect(await openDialog('Times', 'Cấu hình thời gian vàng, đỏ')).toBeVisible()
  })

  it.each([
    ['Vàng (s)', '-1', 'Yellow: -1 is too small; 0 or more is allowed.'],
    ['Vàng (s)', '2.5', 'Yellow: 2.5 is no whole number.'],
    ['Vàng (s)', 'ba', 'Yellow: "ba" is no number; give a whole number.'],
    ['Vàng (s)', '', 'Vàng (s) is required'],
    ['Đỏ cộng (s)', '-1', 'Red clearance: -1 is too small; 0 or more is allowed.'],
    ['Đỏ cộng (s)', '0.5', 'Red clearance: 0.5 is no whole number.'],
    ['Đỏ cộng (s)', '', 'Đỏ cộng (s) is required'],
  ])('refuses %s %j: %j [spec 5 times]', async (field, text, words) => {
    const page = await openTimes()
    const { dialog } = page
    await fill(dialog, { [field]: text })
    await press(dialog, 'Save')
    expectRefused(page, dialog, field, words)
  })

  it.each([
    ['0', '0', 0, 0],
    ['04', '1', 4, 1],
    ['1000', '12345', 1000, 12345],
  ])(
    'takes %j and %j, and sends them as whole numbers [spec 5 times] [spec 7 attributes]',
    async (yellow, red, Vang, Do_cong) => {
      const { sent, dialog } = await openTimes()
      const question = await askAbout(dialog, { 'Vàng (s)': yellow, 'Đỏ cộng (s)': red }, 'Save')
      expect(sent()).toEqual([])
      await press(question, 'Xác nhận')
      await dialogsClosed()
      expect(sent()).toEqual([{ scope: 'SHARED_SCOPE', body: { Vang, Do_cong } }])
    },
  )
})
