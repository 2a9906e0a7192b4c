import { DEFAULT_CONSOLE_SETTINGS } from '@greenwave/contract/wire/consoleSettings'
import { DEFAULT_TIME_ZONE, setTimeZone, timeZone } from '@greenwave/controller/timeZone'
import { afterEach, expect, test } from 'vitest'
import { parseConsoleSettings, startTimeZone } from './consoleSettings.ts'

const page = (text: string | null) => ({
  getElementById: (id: string) => {
    if (id !== 'greenwave-settings' || text === null) return null
    return Object.assign(Object.create(null), { textContent: text })
  },
})

test('the settings of the installation are read out of the page, and the rest takes its default', () => {
  expect(parseConsoleSettings(page('{"productName":"Làn sóng xanh","companyPhone":"+84 28 1"}'))).toEqual({
    ...DEFAULT_CONSOLE_SETTINGS,
    productName: 'Làn sóng xanh',
    companyPhone: '+84 28 1',
  })
})

afterEach(() => setTimeZone(DEFAULT_TIME_ZONE))

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['Mars/Olympus', DEFAULT_TIME_ZONE],
])('the page follows the time zone of its city, if the browser knows it: %s', (given, expected) => {
  startTimeZone(parseConsoleSettings(page(JSON.stringify({ timeZone: given }))))
  expect(timeZone().name).toBe(expected)
})

test.each([null, '', '{}', 'not json', '{"productName":5}', '[]'])(
  'what cannot be read leaves the defaults: %j',
  (text) => {
    expect(parseConsoleSettings(page(text))).toEqual(DEFAULT_CONSOLE_SETTINGS)
  },
)
