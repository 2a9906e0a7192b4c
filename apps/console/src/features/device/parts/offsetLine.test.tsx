import { readSettings } from '@greenwave/controller/settingTable/allSettings'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { SHARED } from '../../../test/devicePage.ts'
import { renderPart } from '../../../test/renderParts.tsx'
import { OffsetLine } from './OffsetLine.tsx'

const settings = readSettings({ ...SHARED, Offset_Pr1: 12 })
const NONE = { groups: [], summary: { notTaken: 0, pending: 0, noReport: false, worst: null } }

it('(R19) the offset of a program is shown where the controller reports it, with a way into its dialog', async () => {
  const onOpen = vi.fn()
  const reported = { Offset_Pr1: 0 }
  renderPart(<OffsetLine program={1} settings={settings} reported={reported} deliveries={NONE} onOpen={onOpen} />)
  expect(screen.getByText('Offset 12 s')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Edit offset of program 1' }))
  expect(onOpen).toHaveBeenCalledWith({ kind: 'offset', program: 1 })
})

it('(R19) a controller that reports none shows nothing of it', () => {
  renderPart(<OffsetLine program={1} settings={settings} reported={{}} deliveries={NONE} onOpen={() => undefined} />)
  expect(screen.queryByText(/Offset/)).toBeNull()
})
