import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { dialogTitled, openDevicePage, SERVER, SHARED, WRITTEN_MS } from '../../../test/devicePage.ts'

const UNTIL = Date.now() + 3_600_000
const held = (change: object = {}) => ({
  ...SERVER,
  gw_hold: JSON.stringify({ mode: 1, until: UNTIL, back: 4, by: 'mai@signal.vn', why: 'Procession', ...change }),
})
const shared = { ...SHARED, Mode: 1 }

describe('a junction that is held', () => {
  it('says on its page what is held, until when, by whom and why; it is extended and ended in the mode chooser', async () => {
    await openDevicePage({ shared, server: held() })
    const line = await screen.findByText(/^Tuyến 1 until \d\d.* by mai@signal\.vn · .* · Procession$/)
    const buttons = within(line.parentElement ?? line)
    await userEvent.click(buttons.getByRole('button', { name: 'Extend' }))
    const extend = await dialogTitled('Chọn chế độ')
    expect(within(extend).getByRole('radio', { name: 'Tuyến 1' })).toBeChecked()
    await userEvent.keyboard('{Escape}')
    await userEvent.click(buttons.getByRole('button', { name: 'End now' }))
    expect(within(await dialogTitled('Chọn chế độ')).getByRole('radio', { name: 'Tự động' })).toBeChecked()
  })

  it('without an end says so, and users who only watch have no buttons', async () => {
    await openDevicePage({ shared, server: held({ until: null, by: '' }), scope: 'CUSTOMER_USER' })
    expect(await screen.findByText('Tuyến 1 without an end · Procession')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Extend' })).not.toBeInTheDocument()
  })

  it('is not said to be held when its hold is over or another mode was chosen', async () => {
    const gw_held = JSON.stringify({ hold: WRITTEN_MS, mode: 0 })
    await openDevicePage({ shared, server: { ...held(), gw_held } })
    expect(screen.queryByText(/by mai@signal\.vn/)).not.toBeInTheDocument()
  })
})
