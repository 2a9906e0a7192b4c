/** @file What dialogs record of a change: who, why, and all settings before it; once, however often it is tried. */
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { openDialogAlone } from '../../../test/deviceDialog.tsx'
import { CONFIRM_TITLE, dialogTitled, fill, press, SHARED } from '../../../test/devicePage.ts'
import { errorAnswer } from '../../../test/stubPlatform.ts'

const WHY = 'Why (optional)'

it('a change is recorded with its reason and all settings before it', async () => {
  const { dialog, records, sent } = await openDialogAlone({ kind: 'mode', mode: 1 })
  await userEvent.type(within(dialog).getByLabelText(WHY), '  Parade ')
  await press(dialog, 'Xác nhận')
  await waitFor(() => expect(records()).toMatchObject([{ state: 'written', why: 'Parade', from: 'console' }]))
  expect(records()[0]).toMatchObject({
    by: { name: 'admin@greenwave.test' },
    words: ['Mode: 4 (automatic) → 1 (route1)', expect.stringMatching(/^Until: /)],
    after: { Mode: 1 },
    before: SHARED,
  })
  expect(sent()).toEqual([
    { scope: 'SERVER_SCOPE', body: { gw_hold: expect.objectContaining({ mode: 1 }) } },
    { scope: 'SHARED_SCOPE', body: { Mode: 1 } },
  ])
})

it('the words of a record call phases as they are called here', async () => {
  const { dialog, records } = await openDialogAlone(
    { kind: 'program', program: 1 },
    { server: { active: true, gw_site: '{"phases":{"3":{"name":"Lê Lợi"}}}' } },
  )
  await fill(dialog, { 'Green Phase 3': '16' })
  await press(dialog, 'Save Program')
  await press(await dialogTitled(CONFIRM_TITLE), 'Xác nhận')
  await waitFor(() =>
    expect(records()).toMatchObject([{ state: 'written', words: ['Program 1 phase 3 (Lê Lợi) green: 15 s → 16 s'] }]),
  )
})

it('a change that is tried again is the same change, and the reason stays', async () => {
  const { dialog, records, answerWrites } = await openDialogAlone({ kind: 'mode', mode: 1 })
  answerWrites(errorAnswer(500, 'The disk is full'))
  await userEvent.type(within(dialog).getByLabelText(WHY), 'Parade')
  await press(dialog, 'Xác nhận')
  expect(await screen.findByText(/The disk is full/)).toBeVisible()
  expect(records()).toMatchObject([{ state: 'refused', said: 'The disk is full' }])
  const first = records()[0]?.id
  answerWrites(undefined)
  expect(within(dialog).getByLabelText(WHY)).toHaveValue('Parade')
  await press(dialog, 'Xác nhận')
  await waitFor(() => expect(records()).toMatchObject([{ state: 'written', id: first }]))
})

it('another choice after a failure is another change', async () => {
  const { dialog, records, answerWrites } = await openDialogAlone({ kind: 'mode', mode: 1 })
  answerWrites(errorAnswer(500, 'The disk is full'))
  await press(dialog, 'Xác nhận')
  expect(await screen.findByText(/The disk is full/)).toBeVisible()
  answerWrites(undefined)
  await userEvent.click(within(dialog).getByLabelText('Tuyến 2'))
  await press(dialog, 'Xác nhận')
  await waitFor(() => expect(records().map((record) => record?.state)).toEqual(['refused', 'written']))
})
