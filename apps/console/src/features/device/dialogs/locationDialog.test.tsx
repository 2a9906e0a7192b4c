import { within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type DialogOptions, openDialogAlone } from '../../../test/deviceDialog.tsx'
import {
  askAbout,
  buttonsOf,
  dialogsClosed,
  expectRefused,
  fieldsOf,
  fill,
  press,
  SERVER,
} from '../../../test/devicePage.ts'

const openLocation = (options?: DialogOptions) => openDialogAlone({ kind: 'location' }, options)

describe('Set Device Location', () => {
  it('has Latitude and Longitude with their hints, Cancel and Save Location [spec 2 location dialog] [spec 5 location]', async () => {
    const { dialog } = await openLocation({ server: { ...SERVER, latitude: 10.7769, longitude: 106.7009 } })
    expect(fieldsOf(dialog)).toEqual(['Latitude', 'Longitude'])
    expect(buttonsOf(dialog).slice(-2)).toEqual(['Cancel', 'Save Location'])
    for (const [field, value, hint] of [
      ['Latitude', '10.7769', '-90 to 90'],
      ['Longitude', '106.7009', '-180 to 180'],
    ] as const) {
      expect(within(dialog).getByLabelText(field)).toHaveValue(value)
      expect(within(dialog).getByLabelText(field)).toHaveAccessibleDescription(hint)
      expect(within(dialog).getByLabelText(field)).toBeRequired()
    }
    expect(within(dialog).getByLabelText('Latitude')).toHaveFocus()
  })

  it.each([
    ['-10.75', '-10.75'],
    ['10.7.5', '10.75'],
    ['1-0', '10'],
    ['10,5', '105'],
    ['1e2', '12'],
    ['+5 N', '5'],
  ])('typing %j leaves %j [spec 5 location]', async (keys, text) => {
    const { dialog } = await openLocation()
    for (const field of ['Latitude', 'Longitude']) {
      await userEvent.type(within(dialog).getByLabelText(field), keys)
      expect(within(dialog).getByLabelText(field)).toHaveValue(text)
    }
  })

  it.each([
    ['Latitude', { Latitude: '', Longitude: '106.7' }, 'Latitude is required'],
    ['Longitude', { Latitude: '10.7', Longitude: '' }, 'Longitude is required'],
    ['Latitude', { Latitude: '90.1', Longitude: '0' }, 'Latitude: 90.1 is out of range; -90 to 90 is allowed.'],
    ['Latitude', { Latitude: '-91', Longitude: '0' }, 'Latitude: -91 is out of range; -90 to 90 is allowed.'],
    ['Longitude', { Latitude: '0', Longitude: '180.5' }, 'Longitude: 180.5 is out of range; -180 to 180 is allowed.'],
    ['Longitude', { Latitude: '0', Longitude: '-181' }, 'Longitude: -181 is out of range; -180 to 180 is allowed.'],
    ['Latitude', { Latitude: '-', Longitude: '0' }, 'Latitude: "-" is no number; give degrees such as 10.7769.'],
  ])('refuses %s of %j: %s [spec 5 location]', async (field, values, words) => {
    const page = await openLocation()
    const { dialog } = page
    await fill(dialog, values)
    await press(dialog, 'Save Location')
    const hint = field === 'Latitude' ? '-90 to 90' : '-180 to 180'
    expectRefused(page, dialog, field, `${words} ${hint}`)
  })

  it.each([
    ['Latitude', '91', 'Latitude: 91 is out of range; -90 to 90 is allowed. -90 to 90'],
    ['Longitude', '-180.1', 'Longitude: -180.1 is out of range; -180 to 180 is allowed. -180 to 180'],
  ])(
    'says at once that %s %s is out of range, the other field still empty [spec 5 location]',
    async (field, text, words) => {
      const { dialog } = await openLocation()
      await fill(dialog, { [field]: text })
      expect(within(dialog).getByLabelText(field)).toHaveAccessibleDescription(words)
      const other = field === 'Latitude' ? 'Longitude' : 'Latitude'
      expect(within(dialog).getByLabelText(other)).toHaveValue('')
      expect(within(dialog).getByLabelText(other)).not.toHaveAccessibleDescription(/required/)
    },
  )

  it('a warning about a place does not mention the conflict monitor', async () => {
    const { dialog } = await openLocation()
    const question = await askAbout(dialog, { Latitude: '50', Longitude: '8' }, 'Save Location')
    expect(within(question).getByRole('checkbox')).toHaveAccessibleName(/outside Vietnam/)
    expect(within(question).queryByText(/conflict monitor/)).toBeNull()
  })

  it.each([
    ['90', '-180', { latitude: 90, longitude: -180 }],
    ['-90', '180', { latitude: -90, longitude: 180 }],
    ['10.', '106.70', { latitude: 10, longitude: 106.7 }],
    ['.5', '-.25', { latitude: 0.5, longitude: -0.25 }],
  ])(
    'takes %j and %j, and sends numbers as server attributes [spec 5 location] [spec 7 attributes] [spec 9 limits]',
    async (latitude, longitude, body) => {
      const { sent, dialog } = await openLocation()
      const question = await askAbout(dialog, { Latitude: latitude, Longitude: longitude }, 'Save Location')
      expect(sent()).toEqual([])
      await press(question, 'Xác nhận')
      await dialogsClosed()
      expect(sent()).toEqual([{ scope: 'SERVER_SCOPE', body }])
    },
  )
})
