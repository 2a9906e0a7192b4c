import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { buttonsOf, dialogsClosed, openDevicePage, openDialog, press, SHARED } from '../../../test/devicePage.ts'

const MODES = [
  ['Nháy vàng', 0],
  ['Tuyến 1', 1],
  ['Tuyến 2', 2],
  ['Tự động', 4],
] as const
const WORDS = MODES.map(([words]) => words)

describe("the mode chooser 'Chọn chế độ'", () => {
  it('has four options, Hủy and Xác nhận [spec 2 mode chooser] [spec 4 mode]', async () => {
    await openDevicePage()
    const dialog = await openDialog('Tuyến 1', 'Chọn chế độ')
    const options = within(dialog).getAllByRole('radio')
    expect(options.map((option) => (option as HTMLInputElement).labels?.[0]?.textContent)).toEqual(WORDS)
    expect(within(dialog).getByRole('radio', { name: 'Tuyến 1' })).toBeChecked()
    expect(buttonsOf(dialog)).toEqual(['Hủy', 'Xác nhận'])
    expect(within(dialog).getByRole('button', { name: 'Hủy' })).toHaveFocus()
  })

  it.each([...MODES, ['Tự động', 3], ['Tự động', 7]] as const)(
    '%s is highlighted while the mode is %i [spec 4 mode] [spec 9 limits]',
    async (words, mode) => {
      await openDevicePage({ shared: { ...SHARED, Mode: mode } })
      const chooser = screen.getByRole('group', { name: 'Chọn chế độ' })
      const pressed = within(chooser).getAllByRole('button', { pressed: true })
      expect(pressed.map((button) => button.textContent)).toEqual([words])
    },
  )

  it.each(MODES)('%s goes out as Mode %i, after Xác nhận [spec 4 mode] [spec 7 attributes]', async (words, mode) => {
    const { sent } = await openDevicePage({ shared: { ...SHARED, Mode: mode === 1 ? 2 : 1 } })
    const dialog = await openDialog(words === 'Tự động' ? 'Nháy vàng' : 'Tự động', 'Chọn chế độ')
    await userEvent.click(within(dialog).getByRole('radio', { name: words }))
    expect(sent()).toEqual([])
    await press(dialog, 'Xác nhận')
    await dialogsClosed()
    expect(sent()).toEqual([{ scope: 'SHARED_SCOPE', body: { Mode: mode } }])
  })
})
