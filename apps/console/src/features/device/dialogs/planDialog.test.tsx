import { PLAN_NUMBERS, type PlanNumber } from '@greenwave/controller/controllerLimits'
import { within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type DialogOptions, openDialogAlone } from '../../../test/deviceDialog.tsx'
import { askAbout, buttonsOf, dialogsClosed, expectRefused, fieldsOf, fill, press } from '../../../test/devicePage.ts'

const openPlan = (plan: PlanNumber, options?: DialogOptions) => openDialogAlone({ kind: 'plan', plan }, options)

describe('Plan {n}', () => {
  it('has Hour, Minute and Program Number with the stored values, Cancel and Save Plan [spec 2 plan dialog]', async () => {
    const { dialog } = await openPlan(1)
    expect(fieldsOf(dialog)).toEqual(['Hour', 'Minute', 'Program Number', 'Enabled'])
    expect(buttonsOf(dialog)).toEqual(['Cancel', 'Save Plan'])
    expect(within(dialog).getByLabelText('Program Number')).toHaveAttribute('placeholder', '1-6')
    for (const [field, value] of Object.entries({ Hour: '5', Minute: '30', 'Program Number': '1' })) {
      expect(within(dialog).getByLabelText(field)).toHaveValue(value)
      expect(within(dialog).getByLabelText(field)).toBeRequired()
    }
    expect(within(dialog).getByLabelText('Enabled')).toBeChecked()
    expect(within(dialog).getByLabelText('Hour')).toHaveFocus()
  })

  it('takes an hour that is typed at once in place of the old one', async () => {
    const { dialog } = await openPlan(1)
    await userEvent.keyboard('7')
    expect(within(dialog).getByLabelText('Hour')).toHaveValue('7')
  })

  it('starts at 0, 0, 0, enabled where nothing is stored [spec 4 plan defaults]', async () => {
    const { dialog } = await openPlan(6)
    for (const field of ['Hour', 'Minute', 'Program Number'])
      expect(within(dialog).getByLabelText(field)).toHaveValue('0')
    expect(within(dialog).getByLabelText('Enabled')).toBeChecked()
  })

  it.each([
    ['Hour', 'hour', '24', '0 to 23'],
    ['Minute', 'minute', '60', '0 to 59'],
    ['Program Number', 'program', '7', '0 to 6'],
  ])(
    'refuses %s (%s) %s, -1, a fraction, a word, and nothing: %s is allowed [spec 5 plan]',
    async (field, name, above, range) => {
      const page = await openPlan(1)
      const { dialog } = page
      for (const [text, words] of [
        [above, `Plan 1 ${name}: ${above} is out of range; ${range} is allowed.`],
        ['-1', `Plan 1 ${name}: -1 is out of range; ${range} is allowed.`],
        ['1.5', `Plan 1 ${name}: 1.5 is no whole number.`],
        ['năm', `Plan 1 ${name}: "năm" is no number; give a whole number.`],
        ['', `${field} is required`],
      ] as const) {
        await fill(dialog, { [field]: text })
        await press(dialog, 'Save Plan')
        expectRefused(page, dialog, field, words)
      }
    },
  )

  it.each(PLAN_NUMBERS)(
    'plan %i goes out under its own four keys, as whole numbers, and disabled as 0 [spec 3 plan] [spec 7 attributes] [spec 9 limits]',
    async (plan) => {
      const { sent, dialog } = await openPlan(plan, {
        shared: { Plan_total: 5, P3_HH: 1, P3_MM: 2, P3_Pr: 1, P3_ENT: 0 },
      })
      if (plan !== 3) await userEvent.click(within(dialog).getByLabelText('Enabled'))
      expect(within(dialog).getByLabelText('Enabled')).not.toBeChecked()
      const question = await askAbout(dialog, { Hour: '07', Minute: '5', 'Program Number': '2' }, 'Save Plan')
      await press(question, 'Xác nhận')
      await dialogsClosed()
      const body = { [`P${plan}_HH`]: 7, [`P${plan}_MM`]: 5, [`P${plan}_Pr`]: 2, [`P${plan}_ENT`]: 0 }
      expect(sent()).toEqual([{ scope: 'SHARED_SCOPE', body }])
    },
  )

  it('shows its start as one time, which moves on the day by 5 min or an hour and stays within it', async () => {
    const { dialog } = await openPlan(1)
    const start = within(dialog).getByRole('slider', { name: 'Start of plan 1' })
    expect(start).toHaveAttribute('aria-valuetext', '05:30')
    start.focus()
    await userEvent.keyboard('{ArrowRight}{PageUp}')
    expect(dialog).toHaveTextContent('Begins at 06:35')
    expect(within(dialog).getByLabelText('Hour')).toHaveValue('6')
    expect(within(dialog).getByLabelText('Minute')).toHaveValue('35')
    await fill(dialog, { Hour: '23', Minute: '58' })
    start.focus()
    await userEvent.keyboard('{ArrowRight}')
    expect(dialog).toHaveTextContent('Begins at 23:55')
    await fill(dialog, { Hour: '0', Minute: '3' })
    start.focus()
    await userEvent.keyboard('{ArrowLeft}')
    expect(dialog).toHaveTextContent('Begins at 00:00')
  })

  it('draws no flashing day where no mode was ever set and the plan is disabled', async () => {
    const { dialog } = await openPlan(1, { shared: {}, server: {} })
    await userEvent.click(within(dialog).getByLabelText('Enabled'))
    expect(within(dialog).getByRole('img', { name: '00:00 to 24:00: not known' })).toBeVisible()
    expect(within(dialog).queryByText('flash')).not.toBeInTheDocument()
  })
})
