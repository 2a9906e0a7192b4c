import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { dialogsClosed, fill, openDevicePage, openDialog, press, SERVER } from '../../../test/devicePage.ts'

const [EDIT, TITLE] = ['Edit displays and control', 'Displays and control']
const CONFIRM = 'Xác nhận thay đổi'
const styles = (text: string) => ({ red: text, yellow: text, green: text })
const all = (text: string) => ({ 1: styles(text), 2: styles(text), 3: styles(text) })
const site = (value: object) => ({ gw_site: JSON.stringify(value) })
const learned = (value: object) => ({ gw_learned: JSON.stringify(value) })
const choose = (owner: HTMLElement, label: string, option: string) =>
  userEvent.selectOptions(within(owner).getByLabelText(label), option)
/** The fact with a name, once its part is loaded. */
const fact = async (name: string) => (await screen.findByText(name, { selector: 'dt' })).parentElement as HTMLElement

describe('on the page of a junction', () => {
  it('displays and greens have their source, and are not known before they are learned', async () => {
    await openDevicePage()
    expect(await fact('Displays count')).toHaveTextContent(/not known yet$/)
    expect(await fact('Greens')).toHaveTextContent(/not known yet$/)
  })

  it('what is learned is named by lamps, and what is set beside it where it is another', async () => {
    const display = { ...all('last-8'), 3: { ...styles('last-8'), yellow: 'full' } }
    const server = {
      ...SERVER,
      ...site({ display: { 1: { green: 'none' } }, control: { kind: 'fixed' } }),
      ...learned({ display, control: { kind: 'actuated', greens: { 1: { smallest: 8, largest: 31 } } } }),
    }
    await openDevicePage({ server, scope: 'CUSTOMER_USER' })
    const counts = await fact('Displays count')
    expect(counts).toHaveTextContent('Phase 1 red, yellow; Phase 2; Phase 3 red, green: the last 8 s learned')
    expect(counts).toHaveTextContent('Phase 1 green: no seconds set')
    expect(counts).toHaveTextContent('Phase 3 yellow: every second learned')
    expect(counts).toHaveTextContent('Observed: Phase 1 green: the last 8 s Set it as learned')
    expect(await fact('Greens')).toHaveTextContent('fixed setObserved: actuated, phase 1 8–31 s Set it as learned')
    // A customer's user reads them.
    expect(screen.queryByRole('button', { name: EDIT })).not.toBeInTheDocument()
  })
})

describe('the form of displays and control', () => {
  it('sets all lamps by one choice and writes one attribute, in which the rest stays', async () => {
    const noted = { phases: { 1: { name: 'Lê Lợi' } }, walkingMps: 1.2, lanes: 3 }
    const { sent, records } = await openDevicePage({ server: { ...SERVER, ...site(noted) } })
    await fact('Displays count')
    const dialog = await openDialog(EDIT, TITLE)
    await choose(dialog, 'All lamps count', 'the last seconds')
    await press(dialog, 'Save')
    expect(dialog).toHaveTextContent('Give a number from 1 to 99.')
    await fill(dialog, { 'Last seconds': '8', 'Before (0: no lamp)': '0' })
    await choose(dialog, 'Greens', 'by demand (actuated)')
    await fill(dialog, { 'Phase 1: smallest green (s)': '40', 'Phase 1: largest green (s)': '8' })
    expect(dialog).toHaveTextContent('This is more than the largest green. Exchange the two.')
    await fill(dialog, { 'Phase 1: smallest green (s)': '8', 'Phase 1: largest green (s)': '40' })
    await press(dialog, 'Save')
    const asked = await screen.findByRole('dialog', { name: CONFIRM })
    const listed = within(asked).getAllByRole('listitem')
    expect(listed.map((item) => item.textContent)).toContain(
      'Phase 2: display of greennothing → the last 8 s, no lamp before',
    )
    expect(asked).toHaveTextContent('Controlnothing → actuated')
    expect(asked).toHaveTextContent('Phase 1: largest green (s)nothing → 40')
    await press(asked, 'Xác nhận')
    await dialogsClosed()
    const control = { kind: 'actuated', greens: { 1: { smallest: 8, largest: 40 } } }
    const gw_site = { ...noted, display: all('last-8-0'), control }
    expect(sent()).toEqual([{ scope: 'SERVER_SCOPE', body: { gw_site } }])
    expect(records()).toMatchObject([{ state: 'written', scope: 'SERVER_SCOPE', after: { gw_site } }])
    expect(await fact('Displays count')).toHaveTextContent('the last 8 s, no lamp before set')
  })

  it('shows what was learned beside each lamp, sets one alone, and takes all back', async () => {
    const server = {
      ...SERVER,
      ...site({ walkingMps: 1.2, display: { 2: { red: 'none' } } }),
      ...learned({ display: all('last-8') }),
    }
    const page = await openDevicePage({ server })
    await fact('Displays count')
    const dialog = await openDialog(EDIT, TITLE)
    // One lamp differs, so that each is open.
    expect(within(dialog).getByLabelText('All lamps count')).toHaveDisplayValue('differ by lamp')
    const second = within(dialog).getByRole('group', { name: 'Phase 2' })
    expect(within(second).getByLabelText('Red')).toHaveDisplayValue('no seconds')
    expect(within(second).getByLabelText('Red')).toHaveAccessibleDescription('Learned: the last 8 s')
    await choose(second, 'Green', 'every second')
    await choose(second, 'Red', 'as learned')
    await press(dialog, 'Save')
    const asked = await screen.findByRole('dialog', { name: CONFIRM })
    await press(asked, 'Xác nhận')
    await dialogsClosed()
    expect(page.sent().at(-1)?.body).toEqual({ gw_site: { walkingMps: 1.2, display: { 2: { green: 'full' } } } })
    const again = await openDialog(EDIT, TITLE)
    await choose(again, 'All lamps count', 'as learned')
    await press(again, 'Save')
    await press(await screen.findByRole('dialog', { name: CONFIRM }), 'Xác nhận')
    await dialogsClosed()
    expect(page.sent().at(-1)?.body).toEqual({ gw_site: { walkingMps: 1.2 } })
  })

  it('that a colleague has changed meanwhile shows both, and overwrites nothing unseen', async () => {
    const page = await openDevicePage({ server: { ...SERVER, ...site({ display: { 1: { red: 'full' } } }) } })
    await fact('Displays count')
    const dialog = await openDialog(EDIT, TITLE)
    await choose(dialog, 'All lamps count', 'no seconds')
    await press(dialog, 'Save')
    const asked = await screen.findByRole('dialog', { name: CONFIRM })
    page.stored.SERVER_SCOPE.gw_site = JSON.stringify({ display: { 1: { red: 'last-9' } } })
    await press(asked, 'Xác nhận')
    expect(await screen.findByText('Changed by another user while you were editing')).toBeInTheDocument()
    await press(asked, 'Hủy')
    const row = screen.getByRole('row', { name: /Phase 1: display of red/ })
    expect(row).toHaveTextContent('every secondthe last 9 sno seconds')
    expect(page.sent()).toEqual([])
  })

  it('names a stored value that cannot be read', async () => {
    await openDevicePage({ server: { ...SERVER, ...site({ display: { 1: { red: 'last-500' } } }) } })
    await fact('Displays count')
    const dialog = await openDialog(EDIT, TITLE)
    expect(dialog).toHaveTextContent(
      'What is stored as display.1.red cannot be read and is lost when you save: last-500',
    )
  })
})
