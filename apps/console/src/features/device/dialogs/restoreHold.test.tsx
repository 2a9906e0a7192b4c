import type { ChangeRecord } from '@greenwave/contract/records/changeRecords'
import { within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { viewOf } from '../../../test/deviceDialog.tsx'
import {
  CONFIRM_TITLE,
  dialogTitled,
  press,
  SERVER,
  SHARED,
  stubDevice,
  type Values,
} from '../../../test/devicePage.ts'
import { renderPart } from '../../../test/renderParts.tsx'
import { RestoreDialog } from './RestoreDialog.tsx'

const NOW_MS = Date.UTC(2026, 10, 22, 1, 0, 0)
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW_MS })
})

/** Opens the dialog that undoes a change of the mode to what it is now. */
async function undoTo(mode: number, now: number, server: Values = SERVER) {
  const { stored, sent } = stubDevice({ shared: { ...SHARED, Mode: now }, server })
  const change: ChangeRecord = {
    ...{ id: 'x', at: Date.UTC(2026, 1, 1), by: { id: '', name: '' }, from: 'console', state: 'written' },
    ...{ why: '', said: '', words: [], scope: 'SHARED_SCOPE', unkept: [] },
    ...{ after: { Mode: now }, before: { ...SHARED, Mode: mode } as ChangeRecord['before'] },
  }
  const onClose = vi.fn()
  renderPart(
    <RestoreDialog
      view={viewOf(stored)}
      opened
      to={{ how: 'undo', change }}
      present={{ ...SHARED, Mode: now }}
      onClose={onClose}
    />,
  )
  return { dialog: await dialogTitled(CONFIRM_TITLE), sent, onClose }
}

it('a mode that is held again gets an end, an hour unless another one is chosen', async () => {
  const { dialog, sent, onClose } = await undoTo(1, 4)
  await userEvent.selectOptions(within(dialog).getByRole('listbox', { name: 'Ends' }), 'quarter')
  await press(dialog, 'Xác nhận')
  await expect.poll(() => onClose).toHaveBeenCalledWith(true)
  expect(sent()).toMatchObject([
    { body: { gw_hold: { mode: 1, back: 4, until: NOW_MS + 900_000 } } },
    { body: { Mode: 1 } },
  ])
})

it('automatic again has no end', async () => {
  const { dialog, sent, onClose } = await undoTo(4, 1)
  expect(within(dialog).queryByRole('listbox')).not.toBeInTheDocument()
  await press(dialog, 'Xác nhận')
  await expect.poll(() => onClose).toHaveBeenCalledWith(true)
  expect(sent()).toEqual([{ scope: 'SHARED_SCOPE', body: { Mode: 4 } }])
})

it('automatic again ends a hold early, and says when it was to end', async () => {
  const gw_hold = JSON.stringify({ mode: 1, until: NOW_MS + 900_000, by: '' })
  const { dialog } = await undoTo(4, 1, { ...SERVER, gw_hold })
  expect(within(dialog).getByText('Ends', { selector: 'li' })).toHaveTextContent(/^Ends.+ → now$/)
})
