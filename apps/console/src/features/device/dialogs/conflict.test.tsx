/**
 * @file Two users edit the same setting (V12): the second one sees what the first one saved, in the form and in the
 * confirmation.
 */
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  CONFIRM_TITLE,
  dialogsClosed,
  dialogTitled,
  fill,
  openDialog,
  press,
  tickAll,
  WRITTEN_MS,
} from '../../../test/devicePage.ts'
import { openLiveDevicePage } from '../../../test/liveDevicePage.ts'
import { startSessionForTest } from '../../../test/stubPlatform.ts'

const LATER = WRITTEN_MS + 60_000
const TIMES = 'Cấu hình thời gian vàng, đỏ'

interface Edit {
  readonly opener: string
  readonly title: string
  readonly submit: string
  readonly field: string
  readonly mine: string
  /** The values that the other user saves. */
  readonly theirs: Readonly<Record<string, number>>
  /** The row of the conflict table: name, value at opening, current value, typed value. */
  readonly row: readonly string[]
  readonly change: string
}

const EDITS: Readonly<Record<string, Edit>> = {
  plan: {
    opener: 'Edit plan 1',
    title: 'Plan 1',
    submit: 'Save Plan',
    field: 'Minute',
    mine: '45',
    theirs: { P1_MM: 10 },
    row: ['Plan 1 minute', '30', '10', '45'],
    change: 'Plan 1 minute10 → 45',
  },
  'yellow and red clearance': {
    opener: TIMES,
    title: TIMES,
    submit: 'Save',
    field: 'Vàng (s)',
    mine: '4',
    theirs: { Vang: 5 },
    row: ['Yellow', '3 s', '5 s', '4 s'],
    change: 'Yellow5 s → 4 s',
  },
}

beforeEach(() => startSessionForTest())

/** Opens the form and types; meanwhile the other user saves. */
async function begin({ opener, title, field, mine, theirs }: Edit) {
  const page = await openLiveDevicePage()
  const form = await openDialog(opener, title)
  await fill(form, { [field]: mine })
  expect(within(form).queryByRole('alert')).not.toBeInTheDocument()
  Object.assign(page.stored.SHARED_SCOPE, theirs)
  page.send('SHARED_SCOPE', theirs, LATER)
  return { page, form, conflict: await within(form).findByRole('alert') }
}

describe.each(Object.entries(EDITS))('(V12) a %s that somebody changes while its form is open', (_name, edit) => {
  it('is shown as it was, as it is, and as it was typed; the question wants a tick for it', async () => {
    const { page, form, conflict } = await begin(edit)
    expect(conflict).toHaveTextContent('Changed by another user while you were editing')
    const cells = conflict.querySelectorAll('tbody tr > *')
    expect([...cells].map((cell) => cell.textContent)).toEqual(edit.row)
    await press(form, edit.submit)
    const question = await dialogTitled(CONFIRM_TITLE)
    const [name, opened, current] = edit.row.map((words) => words.replace(/ s$/, ''))
    const tick = `${name} was changed since this form opened: it was ${opened}, it is ${current} now.`
    expect(within(question).getByRole('checkbox', { name: tick })).not.toBeChecked()
    expect(within(question).getByRole('button', { name: 'Xác nhận' })).toBeDisabled()
    expect(within(question).getAllByRole('listitem')[0]).toHaveTextContent(edit.change)
    expect(page.sent()).toEqual([])
  })

  it('can be taken as it is now', async () => {
    const { page, form } = await begin(edit)
    await userEvent.click(within(form).getByRole('button', { name: 'Take theirs' }))
    expect(within(form).getByLabelText(edit.field)).toHaveValue(String(Object.values(edit.theirs)[0]))
    expect(within(form).queryByRole('alert')).not.toBeInTheDocument()
    await press(form, 'Cancel')
    await dialogsClosed()
    expect(page.sent()).toEqual([])
  })

  it('can be kept as it was typed, and then is what the change starts from', async () => {
    const { page, form } = await begin(edit)
    await userEvent.click(within(form).getByRole('button', { name: 'Keep mine' }))
    expect(within(form).getByLabelText(edit.field)).toHaveValue(edit.mine)
    expect(within(form).queryByRole('alert')).not.toBeInTheDocument()
    await press(form, edit.submit)
    const question = await dialogTitled(CONFIRM_TITLE)
    expect(within(question).queryByRole('checkbox', { name: /was changed since/ })).not.toBeInTheDocument()
    expect(within(question).getAllByRole('listitem')[0]).toHaveTextContent(edit.change)
    await tickAll(question)
    await press(question, 'Xác nhận')
    await waitFor(() => expect(page.sent()).toHaveLength(1))
  })
})

it('(V12) a change of something else is no conflict', async () => {
  const page = await openLiveDevicePage()
  const form = await openDialog('Edit plan 1', 'Plan 1')
  page.send('SHARED_SCOPE', { P2_MM: 10, Vang: 5 }, LATER)
  expect(await screen.findByText('5 s · 2 s')).toBeInTheDocument()
  expect(within(form).queryByRole('alert')).not.toBeInTheDocument()
})
