import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openDevicePage, SHARED } from '../../../test/devicePage.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

async function rowOf(program: number): Promise<HTMLElement> {
  const edit = await screen.findByRole('button', { name: `Edit program ${program}` })
  return edit.closest('li') as HTMLElement
}

describe('the programs on the page of a device', () => {
  it('(V4) tell each conflict, worst first, also two that are of one phase', async () => {
    const complained = vi.spyOn(console, 'error')
    await openDevicePage({ shared: { ...SHARED, Start_Pr1_X2: 0, Start_Pr1_X3: 0 } })
    const row = await rowOf(1)
    await userEvent.click(within(row).getByText('Phases 1 and 2 overlap 25 s'))
    expect(within(row).getAllByText(/^Danger: program 1 gives phase \d green at second 0/)).toHaveLength(3)
    expect(complained).not.toHaveBeenCalled()
  })

  it('(R7) (V3) show the period that is given, and say when the times make another', async () => {
    await openDevicePage({ shared: { ...SHARED, Period_Pr1: 75 } })
    const row = await rowOf(1)
    expect(within(row).getByText('75 s')).toHaveAttribute('title', 'as set')
    await userEvent.click(within(row).getByText('1 remark'))
    expect(
      within(row).getByText(
        'Program 1: its period is given as 75 s, but its times make 80 s; the controller may run other times than shown.',
      ),
    ).toBeVisible()
  })

  it('say nothing of one that is sound, nor of one that no plan uses', async () => {
    await openDevicePage({ shared: { ...SHARED, Start_Pr2_X2: 0 } })
    expect(within(await rowOf(1)).queryByRole('group')).not.toBeInTheDocument()
    expect(within(await rowOf(2)).getByText('not used')).toBeVisible()
    expect(within(await rowOf(2)).queryByText(/overlap|remark/)).not.toBeInTheDocument()
  })
})
