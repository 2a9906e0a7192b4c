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

it('a customer user sees the settings, and no control that changes one [spec 6 customer user]', async () => {
  await openDevicePage({ server, scope: 'CUSTOMER_USER' })
  expect(await screen.findByRole('img', { name: 'The intersection Ngã tư 7' })).toBeInTheDocument()
  for (const name of OPENERS) expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
  const schedule = screen.getByRole('group', { name: 'Schedule of the day' })
  expect(within(schedule).getAllByRole('img').length).toBeGreaterThan(0)
  expect(within(schedule).queryByRole('button')).not.toBeInTheDocument()
  expect(screen.queryByRole('slider')).not.toBeInTheDocument()
  expect(screen.queryByRole('group', { name: 'Chọn chế độ' })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /Nháy vàng|Tuyến|Tự động/ })).not.toBeInTheDocument()
  const mode = screen.getByRole('heading', { name: 'Chế độ' }).closest('div')?.parentElement
  expect(mode).toHaveTextContent('Tự động')
})
