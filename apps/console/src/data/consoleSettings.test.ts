import { DEFAULT_CONSOLE_SETTINGS } from '@greenwave/contract/consoleSettings'
import { expect, test } from 'vitest'
import { readConsoleSettings } from './consoleSettings.ts'

const page = (text: string | null) => ({
  getElementById: (id: string) => {
    if (id !== 'greenwave-settings' || text === null) return null
    return Object.assign(Object.create(null), { textContent: text })
  },
})

test('the settings of the installation are read out of the page, and the rest takes its default', () => {
  expect(readConsoleSettings(page('{"productName":"Làn sóng xanh","companyPhone":"+84 28 1"}'))).toEqual({
    ...DEFAULT_CONSOLE_SETTINGS,
    productName: 'Làn sóng xanh',
    companyPhone: '+84 28 1',
  })
})

test.each([null, '', '{}', 'not json', '{"productName":5}', '[]'])(
  'what cannot be read leaves the defaults: %j',
  (text) => {
    expect(readConsoleSettings(page(text))).toEqual(DEFAULT_CONSOLE_SETTINGS)
  },
)
