/**
 * Opens one device's page for component tests, with a platform that stores attributes, and opens and fills its dialogs.
 */

import { type ChangeRecord, parseChangeRecord, writeChangeRecord } from '@greenwave/contract/records/changeRecords'
import { CHANGE_KEY, CHANGED_KEY } from '@greenwave/contract/records/recordKeys'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import { fillIn } from './fillIn.ts'
import { testDevice, testPage, WATCH_ASSET } from './records.ts'
import { renderConsole } from './renderParts.tsx'
import { type RecordedCall, signInForTest, stubPlatform } from './stubPlatform.ts'

/** Attribute values by key. */
export type Values = Record<string, string | number | boolean>
type Scope = 'SERVER_SCOPE' | 'SHARED_SCOPE'

/** The device of these tests. */
export const device = testDevice(7)
const DEVICE_PATH = `/api/plugins/telemetry/DEVICE/${device.id.id}`

/** When the platform's attributes were written, epoch milliseconds. */
export const WRITTEN_MS = 1_700_000_000_000

/** The labels of what a danger asks for. */
export const CODE_LABEL = `Type ${device.name} to send it in spite of the danger`
export const WHY_LABEL = 'Why (needed because of the danger)'

/** The title of the confirmation before a change. */
export const CONFIRM_TITLE = 'Xác nhận thay đổi'

/** The attributes of a controller that is connected and whose settings raise no remark: cycle 80 s, one plan. */
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

/** A device's page, with the platform behind it. */
export interface DevicePage {
  readonly calls: readonly RecordedCall[]
  /** Returns the writes of attributes so far: scope and body as sent. */
  readonly sent: () => { scope: string; body: unknown }[]
  /** Returns the records of changes, as the platform has them. */
  readonly records: () => readonly (ChangeRecord | undefined)[]
  /** Returns how often a scope was read. */
  readonly reads: (scope: Scope) => number
  /** The stored attributes. A test may change them, like another user. */
  readonly stored: Record<Scope, Values>
  /**
   * Sets the answer to writes from now on, in the form that `stubPlatform` takes. By default, writes are stored and
   * answered with 200.
   */
  readonly answerWrites: (answer: unknown) => void
  /** Sets the answer to reads of attributes from now on. */
  readonly answerReads: (answer: unknown) => void
  /** Returns the console's present path. */
  readonly path: () => string
}

/** What the platform stores of the device, and who is signed in. */
export interface DevicePageOptions {
  readonly shared?: Values
  readonly server?: Values
  readonly scope?: 'TENANT_ADMIN' | 'CUSTOMER_USER'
  /** True when the tenant has the asset that carries the watcher's pulse. */
  readonly watched?: boolean
  /** The last change of the device, in the list of those that were changed lately. */
  readonly lately?: ChangeRecord
}

/** Stubs a platform that stores the attributes of one device and answers calls about it. */
export function stubDevice(options: DevicePageOptions = {}): Omit<DevicePage, 'path'> {
  signInForTest({ scope: options.scope ?? 'TENANT_ADMIN' })
  const stored = { SERVER_SCOPE: { ...(options.server ?? SERVER) }, SHARED_SCOPE: { ...(options.shared ?? SHARED) } }
  const records = new Map<number, ChangeRecord | undefined>()
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
  const { lately } = options
  const { calls } = stubPlatform({
    ...(lately && { 'POST /api/entitiesQuery/find': ({ body }: RecordedCall) => listedLately(lately, body) }),
    [`GET /api/device/info/${device.id.id}`]: device,
    ...(options.watched && { 'GET /api/tenant/assetInfos': testPage([WATCH_ASSET]) }),
    [`GET ${DEVICE_PATH}/values/attributes/SERVER_SCOPE`]: read('SERVER_SCOPE'),
    [`GET ${DEVICE_PATH}/values/attributes/SHARED_SCOPE`]: read('SHARED_SCOPE'),
    [`POST ${DEVICE_PATH}/SERVER_SCOPE`]: write('SERVER_SCOPE'),
    [`POST ${DEVICE_PATH}/SHARED_SCOPE`]: write('SHARED_SCOPE'),
    [`POST ${DEVICE_PATH}/timeseries/ANY`]: ({ body }: RecordedCall) => {
      const { ts, values } = body as { ts: number; values: Record<string, unknown> }
      records.set(ts, parseChangeRecord(ts, values[CHANGE_KEY]))
    },
  })
  return {
    calls,
    sent: () =>
      calls.flatMap(({ method, path, body }) =>
        method === 'GET' || path.endsWith('/timeseries/ANY') || path.startsWith('/api/entitiesQuery/')
          ? []
          : [{ scope: path.replace(`${DEVICE_PATH}/`, ''), body }],
      ),
    records: () => [...records.values()],
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

/** Answers the query for devices that were changed lately; no other one. */
function listedLately(change: ChangeRecord, query: unknown): unknown {
  if (!JSON.stringify(query).includes(`"${CHANGED_KEY}"`)) return new TypeError('No answer for other queries')
  const { at: ts } = change
  const ENTITY_FIELD = { name: { ts, value: device.name }, label: { ts, value: '' } }
  const TIME_SERIES = { [CHANGE_KEY]: { ts, value: JSON.stringify(writeChangeRecord(change)) } }
  return testPage([{ entityId: device.id, latest: { ENTITY_FIELD, TIME_SERIES } }])
}

/** Opens /devices/:deviceId and waits until its settings are known. */
export async function openDevicePage(options: DevicePageOptions = {}): Promise<DevicePage> {
  const stub = stubDevice(options)
  const { router } = renderConsole(`/devices/${device.id.id}`)
  await screen.findByText('5 of 6 used')
  return { ...stub, path: () => router.state.location.pathname }
}

/** Finds the open dialog by its exact title. */
export function dialogTitled(title: string): Promise<HTMLElement> {
  return screen.findByRole('dialog', { name: title })
}

/** Presses a button of the page and returns the dialog that it opens. */
export async function openDialog(button: string, title: string): Promise<HTMLElement> {
  await userEvent.click(await screen.findByRole('button', { name: button }))
  return dialogTitled(title)
}

/** Fills in a dialog, submits it with the button `submit`, and accepts each finding. Returns the confirmation. */
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

/** Ticks every remark of a confirmation, and overrides its dangers. */
export async function tickAll(question: HTMLElement): Promise<void> {
  for (const tick of within(question).queryAllByRole('checkbox')) await userEvent.click(tick)
  if (within(question).queryByLabelText(CODE_LABEL))
    await fill(question, { [CODE_LABEL]: device.name, [WHY_LABEL]: 'x' })
}

/** Asserts that a field rejects its value with this text, and that no confirmation opens and nothing is sent. */
export function expectRefused(page: Pick<DevicePage, 'sent'>, dialog: HTMLElement, field: string, words: string): void {
  expect(within(dialog).getByLabelText(field)).toBeInvalid()
  expect(within(dialog).getByLabelText(field)).toHaveAccessibleDescription(words)
  expect(screen.queryByRole('dialog', { name: CONFIRM_TITLE })).not.toBeInTheDocument()
  expect(page.sent()).toEqual([])
}

/** Replaces the values of fields. */
export async function fill(dialog: HTMLElement, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await fillIn(within(dialog).getByLabelText(label), value)
  }
}

/** Presses a button of a dialog. */
export function press(dialog: HTMLElement, button: string): Promise<void> {
  return userEvent.click(within(dialog).getByRole('button', { name: button }))
}

/** Waits until no dialog is open. */
export async function dialogsClosed(): Promise<void> {
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
}

/** Returns the labels of a form's fields, in order. */
export function fieldsOf(dialog: HTMLElement): (string | null | undefined)[] {
  const fields = dialog.querySelectorAll<HTMLInputElement>('input:not([type=radio], [type=file])')
  return [...fields].map((field) => field.labels?.[0]?.textContent)
}

/** Returns the labels of a dialog's buttons without its close button, in order. */
export function buttonsOf(dialog: HTMLElement): (string | null)[] {
  return within(dialog)
    .getAllByRole('button')
    .filter((button) => button.getAttribute('aria-label') !== 'Close')
    .map((button) => button.textContent)
}
