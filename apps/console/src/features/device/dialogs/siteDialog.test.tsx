import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { openDialogAlone } from '../../../test/deviceDialog.tsx'
import { dialogsClosed, fill, openDevicePage, openDialog, press, SERVER, SHARED } from '../../../test/devicePage.ts'

const TITLE = 'Phases and geometry'
const SITE = JSON.stringify({
  phases: { 1: { name: 'Lê Lợi', speedKmh: 50, lanes: 3 }, 2: { crossingM: 25 } },
  walkingMps: 1.2,
})
const noted = { server: { ...SERVER, gw_site: SITE } }
const ofPhase = (dialog: HTMLElement, phase: number) => within(dialog).getByRole('group', { name: `Phase ${phase}` })

describe('what is noted of a junction', () => {
  it('is written as one attribute, with its record, and what the form does not know stays', async () => {
    const { sent, records } = await openDevicePage(noted)
    const dialog = await openDialog(TITLE, TITLE)
    const first = ofPhase(dialog, 1)
    expect(within(first).getByLabelText('Name')).toHaveValue('Lê Lợi')
    await fill(first, { 'Speed (km/h)': '', 'Width to clear (m)': '20,5' })
    await fill(ofPhase(dialog, 3), { Name: 'Nguyễn Huệ' })
    await press(dialog, 'Save')
    const asked = await screen.findByRole('dialog', { name: 'Xác nhận thay đổi' })
    expect(
      within(asked)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      'Phase 1: Speed (km/h)50 → nothing',
      'Phase 1: Width to clear (m)nothing → 20.5',
      'Phase 3: Namenothing → Nguyễn Huệ',
    ])
    await press(asked, 'Xác nhận')
    await dialogsClosed()
    const phases = { 1: { name: 'Lê Lợi', lanes: 3, widthM: 20.5 }, 2: { crossingM: 25 }, 3: { name: 'Nguyễn Huệ' } }
    expect(sent()).toEqual([{ scope: 'SERVER_SCOPE', body: { gw_site: { walkingMps: 1.2, phases } } }])
    expect(records()).toMatchObject([{ state: 'written', scope: 'SERVER_SCOPE', after: { gw_site: { phases } } }])
    expect(await screen.findByRole('figure', { name: /^Nguyễn Huệ: / })).toBeVisible()
  })

  it('that a colleague has changed meanwhile is not overwritten unseen', async () => {
    const page = await openDevicePage(noted)
    const dialog = await openDialog(TITLE, TITLE)
    await fill(ofPhase(dialog, 1), { 'Speed (km/h)': '60' })
    await press(dialog, 'Save')
    const asked = await screen.findByRole('dialog', { name: 'Xác nhận thay đổi' })
    page.stored.SERVER_SCOPE.gw_site = SITE.replace('1.2', '1.1')
    await press(asked, 'Xác nhận')
    expect(await screen.findByText('Changed by another user while you were editing')).toBeInTheDocument()
    expect(page.sent()).toEqual([])
  })

  it('that cannot be read is said by field, and is not lost while it is typed over', async () => {
    const { dialog, sent } = await openDialogAlone(
      { kind: 'site' },
      { server: { ...SERVER, gw_site: '{"phases":{"1":{"speedKmh":500},"2":"wide"}}' } },
    )
    expect(within(ofPhase(dialog, 1)).getByLabelText('Speed (km/h)')).toHaveValue('500')
    expect(dialog).toHaveTextContent('5 to 120 is allowed.')
    expect(dialog).toHaveTextContent('What is stored as phases.2 cannot be read and is lost when you save: wide')
    await press(dialog, 'Save')
    expect(screen.queryByRole('button', { name: 'Xác nhận' })).not.toBeInTheDocument()
    expect(sent()).toEqual([])
  })
})

describe('on the page of the junction', () => {
  it('a phase has its name, and a finding of its own limits says where they come from', async () => {
    await openDevicePage(noted)
    expect(screen.getByRole('figure', { name: /^Lê Lợi: / })).toBeVisible()
    expect(screen.getByRole('figure', { name: /^Phase 2: / })).toBeVisible()
    const dialog = await openDialog('Edit program 1', 'Program 1')
    expect(dialog).toHaveTextContent(
      'Program 1 phase 2: 20 s of green is below the 28 s that people need here, for a crossing of 25 m at 1.2 m/s.',
    )
    expect(within(dialog).getByLabelText('Green Phase 1')).toBeInTheDocument()
    await fill(dialog, { 'Green Phase 1': '3' })
    expect(dialog).toHaveTextContent('Program 1 phase 1 (Lê Lợi): 3 s of green is below 5 s')
  })

  it('yellow and red clearance have the limits of its speeds', async () => {
    const { dialog } = await openDialogAlone({ kind: 'clearance' }, { ...noted, shared: SHARED })
    expect(dialog).toHaveTextContent(
      'Yellow of 3 s is below 4 s, which phase 1 needs here at 50 km/h and a grade of 0 %.',
    )
    await userEvent.clear(within(dialog).getByLabelText('Vàng (s)'))
    await userEvent.type(within(dialog).getByLabelText('Vàng (s)'), '4')
    expect(dialog).not.toHaveTextContent('is below 4 s')
  })
})
