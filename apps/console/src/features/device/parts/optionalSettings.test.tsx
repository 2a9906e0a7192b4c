import { PROGRAM_NUMBERS } from '@greenwave/controller/controllerLimits'
import { parseSettings } from '@greenwave/controller/settingTable/allSettings'
import { OPTIONAL_SETTINGS } from '@greenwave/controller/settingTable/table'
import { renderHook, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { useSettingWords } from '../../../shared/useSettingWords.ts'
import { SHARED } from '../../../test/devicePage.ts'
import { renderPart } from '../../../test/renderParts.tsx'
import { OptionalSettings } from './OptionalSettings.tsx'

const settings = parseSettings({ ...SHARED, Offset_Pr1: 12 })
const NONE = { groups: [], summary: { notTaken: 0, pending: 0, noReport: false, worst: null } }

it('(R19) the offset of a program is shown where the controller reports it, with a way into its dialog', async () => {
  const onOpen = vi.fn()
  const reported = { Offset_Pr1: 0 }
  renderPart(<OptionalSettings program={1} settings={settings} reported={reported} deliveries={NONE} onOpen={onOpen} />)
  expect(screen.getByText('Offset 12 s')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Edit offset of program 1' }))
  expect(onOpen).toHaveBeenCalledWith({ kind: 'offset', program: 1 })
})

it('(R19) a controller that reports none shows nothing of it', () => {
  renderPart(
    <OptionalSettings program={1} settings={settings} reported={{}} deliveries={NONE} onOpen={() => undefined} />,
  )
  expect(screen.queryByText(/Offset/)).toBeNull()
})

it('each optional setting of the table is shown once: beside its program, or as a fact of the controller', () => {
  const reported = Object.fromEntries(OPTIONAL_SETTINGS.map(({ keys: [{ key }] }) => [key, 0]))
  const shared = { settings: parseSettings({}), reported, deliveries: NONE, onOpen: () => undefined }
  renderPart(
    <dl>
      <OptionalSettings {...shared} />
      {PROGRAM_NUMBERS.map((program) => (
        <OptionalSettings key={program} {...shared} program={program} />
      ))}
    </dl>,
  )
  const { optionalText } = renderHook(useSettingWords).result.current
  expect(screen.getAllByRole('button').map((button) => button.title)).toEqual(
    expect.arrayContaining(OPTIONAL_SETTINGS.map(({ group }) => optionalText(group, 'edit'))),
  )
  expect(screen.getAllByRole('button')).toHaveLength(OPTIONAL_SETTINGS.length)
})
