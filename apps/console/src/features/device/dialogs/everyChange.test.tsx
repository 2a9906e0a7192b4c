/** @file One table of changes, and what is promised of each. */
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { session } from '../../../data/session.ts'
import {
  askAbout,
  CONFIRM_TITLE,
  type DevicePage,
  dialogsClosed,
  dialogTitled,
  openDevicePage,
  openDialog,
  press,
  SERVER,
  tickAll,
} from '../../../test/devicePage.ts'
import { failures } from '../../../test/failures.ts'
import { startSessionForTest } from '../../../test/stubPlatform.ts'

interface Change {
  /** The button on the page that opens the dialog. */
  readonly opener: string
  readonly title: string
  /** The button of the form; undefined for dialogs that are only a confirmation. */
  readonly submit?: string
  readonly typed?: Readonly<Record<string, string>>
  readonly scope: 'SERVER_SCOPE' | 'SHARED_SCOPE'
  readonly body: unknown
  /** The error text of the specification. */
  readonly fallback: string
}

const URL = 'https://example.com/nga-tu.jpg'
const TIMES = 'Cấu hình thời gian vàng, đỏ'
const COUNT = 'Cấu hình số lượng kế hoạch'
const PLACE = { latitude: 10.77, longitude: 106.7 }
const TIME = { Day: 2, Month: 3, Year: 2026, Hour: 4, Minute: 5, Second: 6 }
const PROGRAM = { Pr1_X1: 30, Pr1_X2: 20, Pr1_X3: 16, Start_Pr1_X1: 0, Start_Pr1_X2: 35, Start_Pr1_X3: 60 }

const CHANGES: Readonly<Record<string, Change>> = {
  plan: {
    opener: 'Edit plan 1',
    title: 'Plan 1',
    submit: 'Save Plan',
    typed: { Minute: '45' },
    scope: 'SHARED_SCOPE',
    body: { P1_HH: 5, P1_MM: 45, P1_Pr: 1, P1_ENT: 1 },
    fallback: 'Failed to add plan',
  },
  program: {
    opener: 'Edit program 1',
    title: 'Program 1',
    submit: 'Save Program',
    typed: { 'Green Phase 3': '16' },
    scope: 'SHARED_SCOPE',
    body: PROGRAM,
    fallback: 'Failed to add program',
  },
  mode: {
    // Modes that are held are written with their end: modeDialog.test.tsx.
    opener: 'Tự động',
    title: 'Chọn chế độ',
    scope: 'SHARED_SCOPE',
    body: { Mode: 4 },
    fallback: 'Failed to update mode',
  },
  'device time': {
    opener: 'Set Device Time',
    title: 'Set Device Time',
    submit: 'Set Time',
    typed: Object.fromEntries(Object.entries(TIME).map(([field, value]) => [field, String(value)])),
    scope: 'SHARED_SCOPE',
    body: TIME,
    fallback: 'Failed to set device time',
  },
  'device location': {
    opener: 'Set location',
    title: 'Set Device Location',
    submit: 'Save Location',
    typed: { Latitude: '10.77', Longitude: '106.7' },
    scope: 'SERVER_SCOPE',
    body: PLACE,
    fallback: 'Failed to set device location',
  },
  'yellow and red times': {
    opener: TIMES,
    title: TIMES,
    submit: 'Save',
    typed: { 'Vàng (s)': '4' },
    scope: 'SHARED_SCOPE',
    body: { Vang: 4, Do_cong: 2 },
    fallback: 'Failed to update yellow and red light times',
  },
  'plan count': {
    opener: COUNT,
    title: COUNT,
    submit: 'Save',
    typed: { 'Số lượng kế hoạch (1-6)': '4' },
    scope: 'SHARED_SCOPE',
    body: { Plan_total: 4 },
    fallback: 'Failed to update plan total',
  },
  image: {
    opener: 'Edit image',
    title: 'Intersection image',
    submit: 'Save',
    typed: { 'Image URL': `${URL}?new` },
    scope: 'SERVER_SCOPE',
    body: { image: `${URL}?new` },
    fallback: 'Failed to save image URL',
  },
  'deleted image': {
    opener: 'Delete image',
    title: 'Delete image',
    scope: 'SERVER_SCOPE',
    body: { image: '' },
    fallback: 'Failed to delete image',
  },
}
const EACH = Object.entries(CHANGES)
const FORMS = EACH.filter(([, { submit }]) => submit !== undefined)

/** Opens the page and goes on until the confirmation is shown. */
async function ask({
  opener,
  title,
  submit,
  typed = {},
}: Change): Promise<{ page: DevicePage; question: HTMLElement }> {
  const page = await openDevicePage({ server: { ...SERVER, image: URL } })
  const dialog = await openDialog(opener, title)
  if (submit !== undefined) return { page, question: await askAbout(dialog, typed, submit) }
  await tickAll(dialog)
  return { page, question: dialog }
}

/** Asserts that the form holds what was typed. */
function expectKept(form: HTMLElement, { typed = {} }: Change): void {
  for (const [label, value] of Object.entries(typed)) expect(within(form).getByLabelText(label)).toHaveValue(value)
}

beforeEach(() => startSessionForTest())

it.each(EACH)(
  "a change of the %s is sent after Xác nhận and not before; each failure says the server's words or its own, and can be tried again; then the scope is read again and the dialog closes [spec 4 configuration] [spec 7 attributes] [spec 8 configuration]",
  async (_name, change) => {
    const { page, question } = await ask(change)
    expect(page.sent()).toEqual([])
    let tries = 0
    for (const [, answer, words] of failures(change.fallback)) {
      page.answerWrites(answer)
      await press(question, 'Xác nhận')
      tries += 1
      await waitFor(() => expect(page.sent()).toHaveLength(tries))
      const alert = await within(question).findByRole('alert')
      expect(alert.textContent).toMatch(new RegExp(`^${words}(\n|$)`))
      await waitFor(() => expect(within(question).getByRole('button', { name: 'Xác nhận' })).toBeEnabled())
    }
    page.answerWrites(undefined)
    await press(question, 'Xác nhận')
    await dialogsClosed()
    const once = { scope: change.scope, body: change.body }
    expect(page.sent()).toEqual([...Array.from({ length: tries }, () => once), once])
    const last = page.calls.at(-1)
    expect(`${last?.method} ${last?.path.split('/').at(-1)}`).toBe(`GET ${change.scope}`)
  },
)

it.each(FORMS)(
  'the form of the %s is shown again by Hủy, closed by Cancel, and keeps what was typed after an error; Escape leads back step by step, and the focus to its button [spec 2 dialogs] [spec 4 configuration] [spec 8 configuration]',
  async (_name, change) => {
    const { page, question } = await ask(change)
    await press(question, 'Hủy')
    const shown = await dialogTitled(change.title)
    expectKept(shown, change)
    await press(shown, 'Cancel')
    await dialogsClosed()
    expect(page.sent()).toEqual([])
    await waitFor(() => expect(screen.getByRole('button', { name: change.opener })).toHaveFocus())

    const { opener, title, submit = '', typed = {} } = change
    const again = await askAbout(await openDialog(opener, title), typed, submit)
    page.answerWrites(new TypeError('Failed to fetch'))
    await press(again, 'Xác nhận')
    expect(await within(again).findByRole('alert')).toHaveTextContent(change.fallback)
    await userEvent.keyboard('{Escape}')
    const form = await dialogTitled(title)
    expectKept(form, change)
    expect(within(form).getByRole('alert')).toHaveTextContent(change.fallback)
    await userEvent.keyboard('{Escape}')
    await press(form, 'Keep editing')
    expectKept(form, change)
    await userEvent.keyboard('{Escape}')
    await press(form, 'Discard')
    await dialogsClosed()
    await waitFor(() => expect(screen.getByRole('button', { name: opener })).toHaveFocus())
  },
)

it('a save that succeeded is no failure when reading again fails [spec 4 configuration]', async () => {
  const { page, question } = await ask(CHANGES.plan as Change)
  page.answerWrites(() => page.answerReads(new Response(null, { status: 500 })))
  await press(question, 'Xác nhận')
  await dialogsClosed()
  expect(page.sent()).toHaveLength(1)
  expect(screen.queryByText(/Failed to add plan/)).not.toBeInTheDocument()
})

it('a change that signs out leads to /login [spec 8 401]', async () => {
  const { page, question } = await ask(CHANGES.plan as Change)
  page.answerWrites(new Response(null, { status: 401 }))
  await press(question, 'Xác nhận')
  await waitFor(() => expect(page.path()).toBe('/login'))
  expect(session.getState()).toEqual({ state: 'signedOut' })
})

it('when the stored value cannot be read before sending, nothing is sent and the failure is shown [spec 8 configuration]', async () => {
  const { page, question } = await ask(CHANGES.plan as Change)
  page.answerReads(new Response(null, { status: 502 }))
  await press(question, 'Xác nhận')
  expect(await within(question).findByRole('alert')).toHaveTextContent('Failed to add plan')
  expect(page.sent()).toEqual([])
})

it('(V12) what somebody else changed meanwhile is not overwritten unseen [spec 4 configuration]', async () => {
  const { page, question } = await ask(CHANGES.plan as Change)
  page.stored.SHARED_SCOPE.P1_MM = 10
  await press(question, 'Xác nhận')
  const tick = await within(question).findByRole('checkbox', {
    name: 'Plan 1 minute was changed since this form opened: it was 30, it is 10 now.',
  })
  expect(page.sent()).toEqual([])
  expect(within(question).getByRole('button', { name: 'Xác nhận' })).toBeDisabled()
  await userEvent.click(tick)
  await press(question, 'Xác nhận')
  await dialogsClosed()
  expect(page.sent()).toHaveLength(1)
})

it(`the question is titled '${CONFIRM_TITLE}', names what changes from what to what, and has Hủy and Xác nhận [spec 2 confirm dialog]`, async () => {
  const { question } = await ask(CHANGES.plan as Change)
  expect(question).toHaveAccessibleName(CONFIRM_TITLE)
  expect(within(question).getByRole('button', { name: 'Hủy' })).toHaveFocus()
  const lines = within(question).getAllByRole('listitem')
  expect(lines.map((line) => line.textContent)).toContain('Plan 1 minute30 → 45')
  for (const name of ['Hủy', 'Xác nhận']) expect(within(question).getByRole('button', { name })).toBeEnabled()
})
