/** One device's page for component tests: a platform that keeps attributes, and the ways to its dialogs. */
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import { testDevice } from './records.ts'
import { renderConsole } from './renderParts.tsx'
import { type RecordedCall, signInForTest, stubPlatform } from './stubPlatform.ts'

export type Values = Record<string, string | number | boolean>
type Scope = 'SERVER_SCOPE' | 'SHARED_SCOPE'

/** The device that stands for any. */
export const device = testDevice(7)
const DEVICE_PATH = `/api/plugins/telemetry/DEVICE/${device.id.id}`

/** When the platform's attributes were written, epoch milliseconds. */
export const WRITTEN_MS = 1_700_000_000_000

/** The title of the question before a change. */
export const CONFIRM_TITLE = 'Xác nhận thay đổi'

/** A controller that is connected, and whose settings raise no remark: cycle 80 s, one plan. */
export const SERVER: Values = { active: true, lastConnectTime: Date.UTC(2026, 0, 2) }
export const SHARED: Values = {
  Vang: 3,
  Do_cong: 2,
  Plan_total: 5,
  Mode: 4,
  P1_HH: 5,
  P1_MM: 30,
  P1_Pr: 1,
  P1_ENT: 1,
  ...Object.fromEntries(
    [1, 2].flatMap((n) => [
      [`Pr${n}_X1`, 30],
      [`Pr${n}_X2`, 20],
      [`Pr${n}_X3`, 15],
      [`Start_Pr${n}_X1`, 0],
      [`Start_Pr${n}_X2`, 35],
      [`Start_Pr${n}_X3`, 60],
    ]),
  ),
}

export interface DevicePage {
  readonly calls: readonly RecordedCall[]
  /** What was written so far: the scope and the body, each as it went out. */
  readonly sent: () => { scope: string; body: unknown }[]
  /** How often a scope was read. */
  readonly reads: (scope: Scope) => number
  /** What the platform keeps; somebody else may change it. */
  readonly stored: Record<Scope, Values>
  /** Answers to writes from now on: as `stubPlatform` takes them. Without one, writes are kept and answered 200. */
  readonly answerWrites: (answer: unknown) => void
  /** Answers to reads of attributes from now on. */
  readonly answerReads: (answer: unknown) => void
  /** Where the console is. */
  readonly path: () => string
}

export interface DevicePageOptions {
  readonly shared?: Values
  readonly server?: Values
  readonly scope?: 'TENANT_ADMIN' | 'CUSTOMER_USER'
  /** True where dialogs fade in and out as they do for people. */
  readonly fading?: boolean
}

/** What the platform keeps of one device and answers about it. */
export function stubDevice(options: DevicePageOptions = {}): Omit<DevicePage, 'path'> {
  signInForTest({ scope: options.scope ?? 'TENANT_ADMIN' })
  const stored = { SERVER_SCOPE: { ...(options.server ?? SERVER) }, SHARED_SCOPE: { ...(options.shared ?? SHARED) } }
  let writeAnswer: unknown
  let readAnswer: unknown
  const given = (answer: unknown, call: RecordedCall): unknown => (typeof answer === 'function' ? answer(call) : answer)
  const read = (scope: Scope) => (call: RecordedCall) =>
    given(readAnswer, call) ??
    Object.entries(stored[scope]).map(([key, value]) => ({ key, value, lastUpdateTs: WRITTEN_MS }))
  const write = (scope: Scope) => async (call: RecordedCall) => {
    const answer = await given(writeAnswer, call)
    if (answer === undefined) Object.assign(stored[scope], call.body)
    return answer
  }
  const { calls } = stubPlatform({
    [`GET /api/device/info/${device.id.id}`]: device,
    [`GET ${DEVICE_PATH}/values/attributes/SERVER_SCOPE`]: read('SERVER_SCOPE'),
    [`GET ${DEVICE_PATH}/values/attributes/SHARED_SCOPE`]: read('SHARED_SCOPE'),
    [`POST ${DEVICE_PATH}/SERVER_SCOPE`]: write('SERVER_SCOPE'),
    [`POST ${DEVICE_PATH}/SHARED_SCOPE`]: write('SHARED_SCOPE'),
  })
  return {
    calls,
    sent: () =>
      calls.flatMap(({ method, path, body }) =>
        method === 'GET' ? [] : [{ scope: path.replace(`${DEVICE_PATH}/`, ''), body }],
      ),
    reads: (scope) => calls.filter(({ method, path }) => method === 'GET' && path.endsWith(`/${scope}`)).length,
    stored,
    answerWrites: (answer) => {
      writeAnswer = answer
    },
    answerReads: (answer) => {
      readAnswer = answer
    },
  }
}

/** Opens /devices/:deviceId, and waits until its settings are known. */
export async function openDevicePage(options: DevicePageOptions = {}): Promise<DevicePage> {
  const stub = stubDevice(options)
  // Both are loaded on demand; the first time takes longer than a test should wait.
  await Promise.all([
    import('../features/device/dialogs/DeviceDialogs.tsx'),
    import('../features/device/parts/DeviceMap.tsx'),
  ])
  const { router } = renderConsole(`/devices/${device.id.id}`, options.fading ? 'default' : 'test')
  await screen.findByText('5 of 6 used')
  return { ...stub, path: () => router.state.location.pathname }
}

/** The one dialog that is open; `title` to the letter. */
export function dialogTitled(title: string): Promise<HTMLElement> {
  return screen.findByRole('dialog', { name: title })
}

/** Presses a button of the page that opens a dialog. */
export async function openDialog(button: string, title: string): Promise<HTMLElement> {
  await userEvent.click(await screen.findByRole('button', { name: button }))
  return dialogTitled(title)
}

/** Opens the question before a change: what is typed is sent by `submit`, and each remark is ticked. */
export async function askAbout(
  dialog: HTMLElement,
  values: Readonly<Record<string, string>>,
  submit: string,
): Promise<HTMLElement> {
  await fill(dialog, values)
  await press(dialog, submit)
  const question = await dialogTitled(CONFIRM_TITLE)
  await tickAll(question)
  return question
}

/** Ticks every remark of a question. */
export async function tickAll(question: HTMLElement): Promise<void> {
  for (const tick of within(question).queryAllByRole('checkbox')) await userEvent.click(tick)
}

/** Asserts that a field refuses what it holds, in these words, and that nothing is asked or sent. */
export function expectRefused(page: Pick<DevicePage, 'sent'>, dialog: HTMLElement, field: string, words: string): void {
  expect(within(dialog).getByLabelText(field)).toBeInvalid()
  expect(within(dialog).getByLabelText(field)).toHaveAccessibleDescription(words)
  expect(screen.queryByRole('dialog', { name: CONFIRM_TITLE })).not.toBeInTheDocument()
  expect(page.sent()).toEqual([])
}

/** Puts values into fields, as one who pastes them over what stands there. */
export async function fill(dialog: HTMLElement, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const field = within(dialog).getByLabelText(label)
    await userEvent.clear(field)
    if (value === '') continue
    await userEvent.click(field)
    await userEvent.paste(value)
  }
}

export function press(dialog: HTMLElement, button: string): Promise<void> {
  return userEvent.click(within(dialog).getByRole('button', { name: button }))
}

export async function dialogsClosed(): Promise<void> {
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
}

/** The labels of a form's fields, in their order. */
export function fieldsOf(dialog: HTMLElement): (string | null | undefined)[] {
  const fields = dialog.querySelectorAll<HTMLInputElement>('input:not([type=radio])')
  return [...fields].map((field) => field.labels?.[0]?.textContent)
}

/** The words of a dialog's buttons, its close button left out, in their order. */
export function buttonsOf(dialog: HTMLElement): (string | null)[] {
  return within(dialog)
    .getAllByRole('button')
    .filter((button) => button.getAttribute('aria-label') !== 'Close')
    .map((button) => button.textContent)
}
