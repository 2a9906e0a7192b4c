import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startSession } from '../../../data/session.ts'
import { openDevicePage, SHARED } from '../../../test/devicePage.ts'
import { openLiveDevicePage } from '../../../test/liveDevicePage.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

async function rowOf(program: number): Promise<HTMLElement> {
  const edit = await screen.findByRole('button', { name: `Edit program ${program}` })
  return edit.closest('li') as HTMLElement
}

describe('the programs on the page of a device', () => {
  it('(V4) list every conflict, the worst first, also two of the same phase', async () => {
    const complained = vi.spyOn(console, 'error')
    await openDevicePage({ shared: { ...SHARED, Start_Pr1_X2: 0, Start_Pr1_X3: 0 } })
    const row = await rowOf(1)
    await userEvent.click(within(row).getByText('Phases 1 and 2 overlap 25 s'))
    expect(await within(row).findAllByText(/^Danger: program 1 gives phase \d green at second 0/)).toHaveLength(3)
    expect(complained).not.toHaveBeenCalled()
  })

  it('(R7) (V3) show the period that is given, and say when the times make another', async () => {
    await openDevicePage({ shared: { ...SHARED, Period_Pr1: 75 } })
    const row = await rowOf(1)
    expect(within(row).getByText('75 s')).toHaveAttribute('title', 'as set')
    await userEvent.click(within(row).getByText('1 remark'))
    expect(
      await within(row).findByText(
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

describe('(R19) the offset of a program', () => {
  let stopSession: () => void
  beforeEach(() => {
    stopSession = startSession()
  })
  afterEach(() => stopSession())

  /** Opens the page of a controller that reports these values and has saved offsets of two programs. */
  async function openReporting(reported: Readonly<Record<string, number>>) {
    const page = await openLiveDevicePage({ shared: { ...SHARED, Offset_Pr1: 25, Offset_Pr2: 90 } })
    page.send('CLIENT_SCOPE', reported, Date.now())
  }

  it('is shown with its delivery if the controller reports offsets: the saved one, or else the reported one', async () => {
    await openReporting({ Vang: 3, Offset_Pr1: 25, Offset_Pr2: 0, Offset_Pr3: 7 })
    const first = await rowOf(1)
    expect(await within(first).findByText('Offset 25 s')).toBeVisible()
    expect(within(first).getByText('Applied')).toBeVisible()
    expect(within(await rowOf(2)).getByText('Offset 90 s')).toBeVisible()
    expect(within(await rowOf(3)).getByText('Offset 7 s')).toBeVisible()
    expect(within(await rowOf(6)).getByText('Offset 0 s')).toBeVisible()
    expect(screen.getAllByRole('button', { name: /^Edit offset of program \d$/ })).toHaveLength(6)
  })

  it('is not shown, nor counted as not taken, where the controller reports none', async () => {
    await openReporting({ ...SHARED, Mode: 4 })
    expect(await within(await rowOf(1)).findByText('Applied')).toBeVisible()
    expect(screen.queryByText(/^Offset \d/)).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /offset/i })).not.toBeInTheDocument()
    expect(screen.queryByText(/not taken/)).not.toBeInTheDocument()
  })

  it('that is too long for the cycle is listed in the remarks of its program', async () => {
    const page = await openLiveDevicePage({ shared: { ...SHARED, Offset_Pr1: 90 } })
    page.send('CLIENT_SCOPE', { Offset_Pr1: 90 }, Date.now())
    const row = await rowOf(1)
    await userEvent.click(await within(row).findByText('1 remark'))
    expect(
      within(row).getByText(
        'Program 1 offset: with these values only 0 to 79 is allowed, but it is 90. Correct it too, in its own dialog.',
      ),
    ).toBeVisible()
  })
})
