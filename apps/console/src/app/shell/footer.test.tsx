import { CONSOLE_SETTINGS_ELEMENT_ID } from '@greenwave/contract/wire/consoleSettings'
import { screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderPart } from '../../test/renderParts.tsx'
import { Footer } from './Footer.tsx'

test("[spec 2 shell] the footer shows the operating company's name, address, phone and e-mail", () => {
  const settings = document.createElement('script')
  settings.id = CONSOLE_SETTINGS_ELEMENT_ID
  settings.type = 'application/json'
  settings.textContent = JSON.stringify({
    companyName: 'Công ty Tín hiệu',
    companyAddress: '1 Lê Lợi, Quận 1',
    companyPhone: '+84 28 1234 567',
    companyEmail: 'contact@signal.vn',
  })
  document.head.append(settings)
  onTestFinished(() => settings.remove())
  renderPart(<Footer />)
  expect(screen.getByRole('contentinfo')).toHaveTextContent(/^Công ty Tín hiệu/)
  expect(screen.getByText('1 Lê Lợi, Quận 1')).toBeVisible()
  expect(screen.getByRole('link', { name: '+84 28 1234 567' })).toHaveAttribute('href', 'tel:+84281234567')
  expect(screen.getByRole('link', { name: 'contact@signal.vn' })).toHaveAttribute('href', 'mailto:contact@signal.vn')
})

test('the footer names the version of the console', () => {
  renderPart(<Footer />)
  expect(screen.getByText(/^Greenwave \d+\.\d+\.\d+$/)).toBeVisible()
  expect(screen.getByRole('contentinfo').firstElementChild).toHaveTextContent(/^Greenwave$/)
  expect(screen.queryByRole('link')).toBeNull()
})

test('where this computer’s clock shows another time, the footer names the zone of all times', () => {
  const here = vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-420)
  onTestFinished(() => here.mockRestore())
  const { unmount } = renderPart(<Footer />)
  expect(screen.getByRole('contentinfo')).not.toHaveTextContent('UTC')
  unmount()
  here.mockReturnValue(-120)
  renderPart(<Footer />)
  expect(screen.getByRole('contentinfo')).toHaveTextContent('All times: Asia/Ho_Chi_Minh (UTC+7)')
})
