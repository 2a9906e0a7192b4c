import { parseHold } from '@greenwave/contract/records/holds'
import { localTimeAt } from '@greenwave/controller/deviceClock'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { sinceText } from '../../../shared/dateText.ts'
import { openDialogAlone } from '../../../test/deviceDialog.tsx'
import {
  buttonsOf,
  dialogsClosed,
  openDevicePage,
  openDialog,
  press,
  SERVER,
  SHARED,
} from '../../../test/devicePage.ts'

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
    '%s is highlighted while the mode is %i [spec 4 mode]',
    async (words, mode) => {
      await openDevicePage({ shared: { ...SHARED, Mode: mode } })
      const chooser = screen.getByRole('group', { name: 'Chọn chế độ' })
      const pressed = within(chooser).getAllByRole('button', { pressed: true })
      expect(pressed.map((button) => button.textContent)).toEqual([words])
    },
  )
})

const HOUR_MS = 3_600_000
const ends = (dialog: HTMLElement) => within(dialog).getByRole('listbox', { name: 'Ends' })
const choose = (dialog: HTMLElement, words: RegExp) =>
  userEvent.selectOptions(ends(dialog), within(dialog).getByRole('option', { name: words }))

/** Returns the end of the hold that was written. */
function endIn(body: unknown): number {
  return parseHold((body as { gw_hold?: unknown } | undefined)?.gw_hold)?.until ?? Number.NaN
}

describe('the end of a mode', () => {
  it('is offered for a mode that is held, an hour at first; the hold is written before the mode, with who and why', async () => {
    const page = await openDialogAlone({ kind: 'mode', mode: 1 })
    const { dialog } = page
    const offered = within(ends(dialog)).getAllByRole('option')
    expect(offered.map((option) => option.textContent?.replace(/ · .*/, ''))).toEqual([
      ...['in 15 min', 'in 1 h', 'with the next plan', 'at a time', 'not automatically'],
    ])
    await userEvent.type(within(dialog).getByLabelText('Why (optional)'), 'Procession')
    const beginMs = Date.now()
    await press(dialog, 'Xác nhận')
    await dialogsClosed()
    const [hold, mode, ...more] = page.sent()
    expect(hold).toMatchObject({
      scope: 'SERVER_SCOPE',
      body: { gw_hold: { mode: 1, back: 4, by: expect.stringContaining('@'), why: 'Procession' } },
    })
    const until = endIn(hold?.body)
    expect(until - beginMs).toBeGreaterThanOrEqual(HOUR_MS - 2000)
    expect(until).toBeLessThanOrEqual(Date.now() + HOUR_MS)
    expect([mode, more]).toEqual([{ scope: 'SHARED_SCOPE', body: { Mode: 1 } }, []])
    expect(page.records()).toMatchObject([{ state: 'written', until, after: { Mode: 1 } }])
  })

  it('is the start of the next plan by the zone of the controllers; without another plan it is not offered', async () => {
    const page = await openDialogAlone(
      { kind: 'mode', mode: 0 },
      { shared: { ...SHARED, P2_HH: 16, P2_MM: 0, P2_Pr: 1, P2_ENT: 1 } },
    )
    await choose(page.dialog, /next plan/)
    await press(page.dialog, 'Xác nhận')
    await dialogsClosed()
    const until = endIn(page.sent()[0]?.body)
    const { hour, minute, second } = localTimeAt(until)
    expect([...[hour * 60 + minute, second]]).toEqual([expect.toSatisfy((m) => m === 330 || m === 960), 0])
    cleanup()
    const { dialog } = await openDialogAlone({ kind: 'mode', mode: 0 })
    expect(within(dialog).getByRole('option', { name: /next plan/ })).toBeDisabled()
  })

  it('may be a time that is to come; another one blocks, and nothing is sent', async () => {
    const { dialog, sent } = await openDialogAlone({ kind: 'mode', mode: 2 })
    await choose(dialog, /at a time/)
    expect(within(dialog).getByRole('button', { name: 'Xác nhận' })).toBeEnabled()
    fireEvent.change(within(dialog).getByLabelText('End'), { target: { value: '2020-01-01T08:00' } })
    expect(within(dialog).getByRole('alert')).toHaveTextContent('Give an end between now and 31 days from now.')
    expect(within(dialog).getByRole('button', { name: 'Xác nhận' })).toBeDisabled()
    expect(sent()).toEqual([])
  })

  it('of a mode that is held already is an hour later at first; both ends are said, and on record', async () => {
    const until = Date.now() + 600_000
    const page = await openDialogAlone(
      { kind: 'mode', mode: 1 },
      {
        shared: { ...SHARED, Mode: 1 },
        server: { ...SERVER, gw_hold: JSON.stringify({ mode: 1, until, by: 'mai@signal.vn' }) },
      },
    )
    const said = () => within(page.dialog).getByText('Ends', { selector: 'li' })
    const clock = (ms: number) => sinceText(ms, Date.now())
    expect(ends(page.dialog)).toHaveDisplayValue(/^1 h longer/)
    expect(said()).toHaveTextContent(`Ends${clock(until)} → ${clock(until + HOUR_MS)}`)
    expect(within(page.dialog).queryByText(/Nothing changes/)).not.toBeInTheDocument()
    await choose(page.dialog, /not automatically/)
    expect(said()).toHaveTextContent(`Ends${clock(until)} → not automatically`)
    await choose(page.dialog, /1 h longer/)
    await press(page.dialog, 'Xác nhận')
    await dialogsClosed()
    expect(endIn(page.sent()[0]?.body)).toBe(until + HOUR_MS)
    expect(page.records()).toMatchObject([{ state: 'written', untilBefore: until, until: until + HOUR_MS }])
  })

  it('of a hold that is ended early is now: when it was to end is said, and on record', async () => {
    const until = Date.now() + 600_000
    const gw_hold = JSON.stringify({ mode: 1, until, by: 'mai@signal.vn' })
    const page = await openDialogAlone(
      { kind: 'mode', mode: 4 },
      { shared: { ...SHARED, Mode: 1 }, server: { ...SERVER, gw_hold } },
    )
    expect(within(page.dialog).getByText('Ends', { selector: 'li' })).toHaveTextContent(
      `Ends${sinceText(until, Date.now())} → now`,
    )
    await press(page.dialog, 'Xác nhận')
    await dialogsClosed()
    expect(page.sent()).toEqual([{ scope: 'SHARED_SCOPE', body: { Mode: 4 } }])
    expect(page.records()).toMatchObject([{ state: 'written', untilBefore: until, after: { Mode: 4 } }])
  })

  it('of another mode than the one that is held begins now', async () => {
    const gw_hold = JSON.stringify({ mode: 1, until: Date.now() + 600_000, by: '' })
    const options = { shared: { ...SHARED, Mode: 1 }, server: { ...SERVER, gw_hold } }
    const { dialog } = await openDialogAlone({ kind: 'mode', mode: 1 }, options)
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Tuyến 2' }))
    expect(ends(dialog)).toHaveDisplayValue(/^in 1 h/)
    expect(within(dialog).queryByRole('option', { name: /longer/ })).not.toBeInTheDocument()
  })

  it('that is none is asked about twice, and is on record', async () => {
    const { dialog, sent } = await openDialogAlone({ kind: 'mode', mode: 2 })
    await choose(dialog, /not automatically/)
    expect(within(dialog).getByRole('button', { name: 'Xác nhận' })).toBeDisabled()
    await userEvent.click(within(dialog).getByRole('checkbox', { name: /^Tuyến 2 has no end/ }))
    await press(dialog, 'Xác nhận')
    await dialogsClosed()
    expect(sent()).toMatchObject([{ body: { gw_hold: { mode: 2, until: null } } }, { body: { Mode: 2 } }])
  })

  it('is not asked for automatic, which ends a hold with the mode alone', async () => {
    const { dialog, sent } = await openDialogAlone({ kind: 'mode', mode: 4 })
    expect(within(dialog).queryByRole('listbox')).not.toBeInTheDocument()
    await press(dialog, 'Xác nhận')
    await dialogsClosed()
    expect(sent()).toEqual([{ scope: 'SHARED_SCOPE', body: { Mode: 4 } }])
  })

  it('(V12) is not overwritten unseen: a hold that somebody changed meanwhile is shown first', async () => {
    const page = await openDevicePage()
    const dialog = await openDialog('Tuyến 1', 'Chọn chế độ')
    Object.assign(page.stored.SERVER_SCOPE, { gw_hold: JSON.stringify({ mode: 2, until: null, by: 'lan@signal.vn' }) })
    await press(dialog, 'Xác nhận')
    const tick = await within(dialog).findByRole('checkbox', { name: /Now: Tuyến 2 without an end by lan@signal.vn/ })
    expect(page.sent()).toEqual([])
    await userEvent.click(tick)
    await press(dialog, 'Xác nhận')
    await dialogsClosed()
    expect(page.sent()).toHaveLength(2)
  })
})
