import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, it } from 'vitest'
import { openDialogAlone } from '../../../test/deviceDialog.tsx'
import { fill, press, SERVER } from '../../../test/devicePage.ts'
import { ProgramSheet, TimesSheet } from './lazySheets.ts'

const SITE = JSON.stringify({
  phases: { 1: { speedKmh: 50, gradePercent: -3, widthM: 20, crossingM: 14 }, 2: { speedKmh: 40, widthM: 24 } },
})
const noted = { server: { ...SERVER, gw_site: SITE } }

beforeAll(() => Promise.all([TimesSheet.preload(), ProgramSheet.preload()]))

async function calculate(dialog: HTMLElement): Promise<HTMLElement> {
  await press(dialog, 'Calculate')
  return within(dialog).findByRole('region', { name: 'Calculators' })
}

describe('the calculators of yellow and red clearance', () => {
  it('take the geometry of the junction, show the formula with its numbers, and fill in the result', async () => {
    const { dialog, sent } = await openDialogAlone({ kind: 'clearance' }, noted)
    expect(within(dialog).queryByRole('region')).not.toBeInTheDocument()
    const sheet = await calculate(dialog)
    expect(sheet).toHaveTextContent('Phase 1 3.52 s · Phase 2 2.82 s')
    expect(sheet).toHaveTextContent(
      't + v / (2 × a + 2 × 9.81 × g)= 1 + 13.89 / (2 × 3.05 + 2 × 9.81 × (-0.03)) = 3.52 s',
    )
    expect(sheet).toHaveTextContent('(W + L) / v= (24 + 6.1) / 11.11 = 2.71 s')
    expect(sheet).toHaveTextContent('Source: ITE, Guidelines')
    await press(sheet, 'Use 4 s as yellow')
    await press(sheet, 'Use 3 s as red clearance')
    expect(within(dialog).getByLabelText('Vàng (s)')).toHaveValue('4')
    expect(within(dialog).getByLabelText('Đỏ cộng (s)')).toHaveValue('3')
    expect(sent()).toEqual([])
  })

  it('follow what is typed, keep it while they are closed, and Enter in them sends nothing', async () => {
    const { dialog } = await openDialogAlone({ kind: 'clearance' }, { server: SERVER })
    const sheet = await calculate(dialog)
    expect(sheet).toHaveTextContent('Give the speed of a phase.')
    const third = within(sheet).getByRole('group', { name: 'Phase 3' })
    await fill(third, { 'Speed (km/h)': '36', 'Width to clear (m)': '13,9' })
    expect(within(sheet).getByRole('button', { name: 'Use 2 s as red clearance' })).toBeEnabled()
    await fill(third, { 'Speed (km/h)': '300' })
    expect(third).toHaveTextContent('5 to 120 is allowed.')
    expect(sheet).toHaveTextContent('Give the speed of a phase.')
    await userEvent.type(within(third).getByLabelText('Speed (km/h)'), '{Enter}')
    expect(screen.queryByRole('button', { name: 'Xác nhận' })).not.toBeInTheDocument()
    await press(dialog, 'Calculate')
    expect(sheet).not.toBeVisible()
    await press(dialog, 'Calculate')
    expect(within(third).getByLabelText('Width to clear (m)')).toHaveValue('13,9')
  })
})

describe('the calculators of a program', () => {
  it('say what people on foot need, and put it into the green', async () => {
    const { dialog } = await openDialogAlone({ kind: 'program', program: 1 }, noted)
    const sheet = await calculate(dialog)
    expect(sheet).toHaveTextContent('w + d / s= 7 + 14 / 1.07 = 20.08 s')
    expect(sheet).toHaveTextContent('The 30 s that are set are enough.')
    await press(sheet, 'Use 21 s as green of Phase 1')
    expect(within(dialog).getByLabelText('Green Phase 1')).toHaveValue('21')
    expect(sheet).toHaveTextContent('The 21 s that are set are enough.')
  })

  it('divide a cycle by the traffic of the phases that are served, and fill in greens and starts', async () => {
    const { dialog } = await openDialogAlone({ kind: 'program', program: 1 }, noted)
    const sheet = await calculate(dialog)
    const flow = (phase: number, vehicles: string) =>
      fill(within(sheet).getByRole('group', { name: `Phase ${phase}` }), { 'Vehicles an hour': vehicles })
    await flow(1, '540')
    expect(sheet).toHaveTextContent('Give the traffic of: Phase 2, Phase 3.')
    await flow(2, '360')
    await flow(3, '180')
    expect(sheet).toHaveTextContent('(1.5 × L + 5) / (1 − Y)= (1.5 × 15 + 5) / (1 − 0.6) = 68.75 s')
    expect(sheet).toHaveTextContent(
      'A cycle of 69 s does not divide the day: at midnight one cycle is cut. 64 s and 72 s do.',
    )
    await fill(sheet, { 'Cycle (s), if another': '75' })
    await press(sheet, 'Use these greens and starts (75 s)')
    const fieldsOf = (name: string) => [1, 2, 3].map((phase) => within(dialog).getByLabelText(`${name} Phase ${phase}`))
    expect(fieldsOf('Green').map((field) => (field as HTMLInputElement).value)).toEqual(['30', '20', '10'])
    expect(fieldsOf('Start').map((field) => (field as HTMLInputElement).value)).toEqual(['0', '35', '60'])
    await flow(1, '1500')
    expect(sheet).toHaveTextContent('No cycle carries this traffic: the shares of the phases add up to 1.13')
  })
})
