import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openDevicePage, SERVER } from '../../../test/devicePage.ts'

const OPENERS = [
  'Edit plan 1',
  'Edit program 1',
  'Plan count',
  'Times',
  'Cấu hình thời gian vàng, đỏ',
  'Cấu hình số lượng kế hoạch',
  'Set Device Time',
  'Set location',
  'Edit image',
  'Delete image',
]
const server = { ...SERVER, image: 'https://example.com/nga-tu.jpg' }

it('a tenant administrator has a way into each dialog [spec 6 tenant admin]', async () => {
  await openDevicePage({ server })
  for (const name of OPENERS) expect(await screen.findByRole('button', { name })).toBeEnabled()
  const modes = within(screen.getByRole('group', { name: 'Chọn chế độ' })).getAllByRole('button')
  for (const mode of modes) expect(mode).toBeEnabled()
})
