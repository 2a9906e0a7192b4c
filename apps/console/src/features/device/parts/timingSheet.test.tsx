import { YELLOW_KEY } from '@greenwave/controller/keys'
import { parseSettings } from '@greenwave/controller/settingTable/allSettings'
import { OPTIONAL_KEYS, OPTIONAL_SETTINGS } from '@greenwave/controller/settingTable/table'
import { renderHook, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { DEVICE_STEPS, type DeviceState } from '../../../data/device/deviceState.ts'
import { PhaseNamesContext } from '../../../shared/phaseNames.ts'
import { useSettingWords } from '../../../shared/useSettingWords.ts'
import { SHARED } from '../../../test/devicePage.ts'
import { testDevice, testId } from '../../../test/records.ts'
import { renderPart } from '../../../test/renderParts.tsx'
import { signInForTest, stubPlatform } from '../../../test/stubPlatform.ts'
import { SheetPlans } from './SheetPlans.tsx'
import { SheetPrograms } from './SheetPrograms.tsx'
import { sheetFacts } from './sheetFacts.ts'
import { TimingSheet } from './TimingSheet.tsx'

const plan = (nth: number, hour: number, program: number) => ({
  ...{ [`P${nth}_HH`]: hour, [`P${nth}_MM`]: 5, [`P${nth}_Pr`]: program, [`P${nth}_ENT`]: 1 },
})
const settings = parseSettings({
  ...SHARED,
  Plan_total: 4,
  ...plan(1, 9, 2),
  ...plan(3, 6, 1),
  ...plan(4, 22, 0),
  P2_ENT: 0,
})

const cells = (row: HTMLElement) => [...row.children].map((cell) => cell.textContent)

it('the day plan has the plans in play in the order of the day, each until the next, and names the others', () => {
  renderPart(<SheetPlans settings={settings} modeIsKnown />)
  const [, ...rows] = screen.getAllByRole('row')
  expect(rows.map(cells)).toEqual([
    ['06:05', '09:05', '3', '1', '80 s'],
    ['09:05', '22:05', '1', '2', '80 s'],
    ['22:05', '06:05', '4', 'flashing yellow', '–'],
  ])
  expect(screen.getByText('Not in play: 2, 5, 6')).toBeVisible()
})

it('the programs in use have their numbers, names of phases and offsets, and a diagram each', () => {
  const facts = { settings, reported: { Offset_Pr2: 12 } }
  renderPart(
    <PhaseNamesContext value={['Lê Lợi', undefined, undefined]}>
      <SheetPrograms facts={facts} />
    </PhaseNamesContext>,
  )
  const table = screen.getByRole('table')
  expect(
    within(table)
      .getAllByRole('columnheader')
      .slice(0, 5)
      .map(({ textContent }) => textContent),
  ).toEqual([...['Program', 'Cycle', 'Lê Lợi', 'Phase 2', 'Phase 3']])
  const rows = within(table).getAllByRole('row').slice(2)
  expect(rows.map(cells)).toEqual([
    ['1 · Offset 0 s', '80 s', '0', '30', '35', '20', '60', '15'],
    ['2 · Offset 12 s', '80 s', '0', '30', '35', '20', '60', '15'],
  ])
  expect(screen.getAllByRole('figure').map((figure) => figure.getAttribute('aria-label'))).toEqual([
    'Timing of program 1, cycle 80 s',
    'Timing of program 2, cycle 80 s',
  ])
})

it('a junction without a plan in play says so', () => {
  const { rerender } = renderPart(<SheetPlans settings={parseSettings({})} modeIsKnown />)
  expect(screen.getByText('No plan is in play: the lamps flash yellow all day.')).toBeVisible()
  rerender(<SheetPlans settings={parseSettings({})} modeIsKnown={false} />)
  expect(screen.getByText('No mode was ever set: what rules the day is not known.')).toBeVisible()
  expect(screen.queryByText(/flash yellow/)).not.toBeInTheDocument()
})

it('times that were never set are printed as 0 s with that beside them', async () => {
  const deviceId = testId(1)
  signInForTest()
  stubPlatform({ [`GET /api/device/info/${deviceId}`]: testDevice(1) })
  const factsOf = (change: Partial<DeviceState>) => sheetFacts({ ...DEVICE_STEPS.nothingKnown, shared: {}, ...change })
  const { rerender } = renderPart(<TimingSheet deviceId={deviceId} facts={factsOf({})} />)
  const times = () => screen.getByText('After each green').nextElementSibling?.textContent
  expect(times()).toBe('0 s yellow, then 0 s all red · Not set')
  expect(screen.getByRole('heading', { name: 'Mode: Nháy vàng · Not set' })).toBeVisible()
  for (const scope of ['shared', 'client'] as const) {
    const facts = factsOf({ settings, [scope]: { [YELLOW_KEY]: { value: 3, ts: 0 } } })
    rerender(<TimingSheet deviceId={deviceId} facts={facts} />)
    expect(times()).toBe('3 s yellow, then 2 s all red')
  }
})

it('(R19) each optional setting that the controller reports is on the sheet', () => {
  const deviceId = testId(1)
  signInForTest()
  stubPlatform({ [`GET /api/device/info/${deviceId}`]: testDevice(1) })
  const client = Object.fromEntries(OPTIONAL_KEYS.map((key) => [key, { value: 7, ts: 0 }]))
  const facts = sheetFacts({ ...DEVICE_STEPS.nothingKnown, shared: {}, settings, client })
  const { container } = renderPart(<TimingSheet deviceId={deviceId} facts={facts} />)
  const { optionalText } = renderHook(useSettingWords).result.current
  for (const { group } of OPTIONAL_SETTINGS) expect(container).toHaveTextContent(optionalText(group, 'label'))
})
