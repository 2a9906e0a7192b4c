import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { changePack } from '../texts/texts.ts'
import { sentences } from '../texts/vi/common.ts'
import { ApiError, NetworkError } from './apiErrors.ts'
import { errorText, inOwnLanguage } from './errorText.ts'

const root = join(import.meta.dirname, '../../../..')
const sources = globSync(
  [
    '{apps/platform,apps/watcher,packages/contract,packages/harness,packages/transfer}/src/**/*.ts',
    'apps/console/src/data/**/*.ts',
  ],
  {
    cwd: root,
  },
)
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => readFileSync(`${root}/${path}`, 'utf8'))

async function inVietnamese() {
  await changePack('vi')
  onTestFinished(() => act(() => changePack('default')))
}

const VIETNAMESE = Object.entries(sentences)
const placeholders = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(([placeholder]) => placeholder).sort()

test.each(VIETNAMESE)(
  '“%s” is a sentence that is sent, stays as it is in English, and is translated with its values',
  (english, text) => {
    const pieces = english.split(/\{\{\w+\}\}/)
    expect(sources.some((source) => pieces.every((piece) => source.includes(piece)))).toBe(true)
    expect(placeholders(text)).toEqual(placeholders(english))
    const sent = english.replaceAll(/\{\{\w+\}\}/g, 'x y')
    expect(inOwnLanguage(sent)).toBe(sent)
  },
)

test('in Vietnamese each is Vietnamese, with its values', async () => {
  await inVietnamese()
  for (const [english, text] of VIETNAMESE)
    expect(inOwnLanguage(english.replaceAll(/\{\{\w+\}\}/g, 'x y'))).toBe(text.replaceAll(/\{\{\w+\}\}/g, 'x y'))
  expect(inOwnLanguage('The hold ended at its time: Lễ hội')).toBe('Chế độ giữ kết thúc đúng giờ đã đặt: Lễ hội')
  expect(inOwnLanguage('The hold ended at its time: green route Bệnh viện: đột quỵ')).toBe(
    'Chế độ giữ kết thúc đúng giờ đã đặt: tuyến ưu tiên Bệnh viện: đột quỵ',
  )
  expect(inOwnLanguage("User with email '$t(a) {{b}}' already present in database!")).toContain('$t(a) {{b}}')
  const error = new ApiError(400, 31, 'Password must be 12 or more characters in length.')
  expect(errorText(error, 'Không đổi được mật khẩu')).toBe('Mật khẩu phải có ít nhất 12 ký tự.')
})

test('what is not known is shown as it came, and what somebody wrote is not taken for a sentence of the platform', async () => {
  await inVietnamese()
  for (const own of ['No such customer', 'Lễ hội: The hold ended at its time', '']) expect(inOwnLanguage(own)).toBe(own)
})

test('[spec 8 devices] the server message is shown when present, otherwise the fallback', () => {
  const fallback = 'Failed to load devices'
  expect(errorText(new ApiError(400, 31, 'No such customer'), fallback)).toBe('No such customer')
  expect(errorText(new ApiError(500), fallback)).toBe(fallback)
  expect(errorText(new NetworkError('Failed to fetch'), fallback)).toBe(fallback)
  expect(errorText(new Error('a fault of ours'), fallback)).toBe(fallback)
})
