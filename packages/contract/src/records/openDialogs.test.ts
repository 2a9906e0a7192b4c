import { expect, it } from 'vitest'
import { parseOpenDialog, writeOpenDialog } from './openDialogs.ts'

const dialog = {
  tab: 't',
  device: 'd',
  by: { id: 'u', name: 'mai@signal.vn' },
  title: 'Program 1',
  since: 1,
  open: true,
}

it('an open dialog is read as it was written, and over the live socket from its text', () => {
  const written = writeOpenDialog(dialog)
  expect(parseOpenDialog(written)).toMatchObject(dialog)
  expect(parseOpenDialog(JSON.stringify(written))).toMatchObject(dialog)
})

it('what another program wrote under the key is not shown', () => {
  for (const value of [null, 7, '', 'x', {}, { ...dialog, v: 2 }, { v: 1, ...dialog, title: 'x'.repeat(101) }])
    expect(parseOpenDialog(value)).toBeUndefined()
})
