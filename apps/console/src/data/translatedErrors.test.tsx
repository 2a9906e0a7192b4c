import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { common } from '../texts/default/common.ts'
import { changePack } from '../texts/texts.ts'
import { ApiError } from './apiErrors.ts'
import { errorText, inOwnLanguage } from './errorText.ts'

const root = join(import.meta.dirname, '../../../..')
const sources = globSync(['{apps/platform,apps/watcher,packages/contract}/src/**/*.ts', 'apps/console/src/data/*.ts'], {
  cwd: root,
})
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => readFileSync(`${root}/${path}`, 'utf8'))

async function inVietnamese() {
  await changePack('vi')
  onTestFinished(() => act(() => changePack('default')))
}

test.each(Object.values(common.platform))(
  '“%s” is a sentence that is sent, and stays as it is in English',
  (sentence) => {
    const pieces = sentence.split(/\{\{\w+\}\}/)
    expect(sources.some((source) => pieces.every((piece) => source.includes(piece)))).toBe(true)
    const sent = sentence.replaceAll(/\{\{\w+\}\}/g, 'x y')
    expect(inOwnLanguage(sent)).toBe(sent)
  },
)

test('in Vietnamese each is Vietnamese, with its values', async () => {
  await inVietnamese()
  for (const sentence of Object.values(common.platform)) expect(inOwnLanguage(sentence)).not.toBe(sentence)
  expect(inOwnLanguage('The hold ended at its time: Lễ hội')).toBe('Chế độ giữ kết thúc đúng giờ đã đặt: Lễ hội')
  expect(inOwnLanguage("User with email '$t(a) {{b}}' already present in database!")).toContain('$t(a) {{b}}')
  const error = new ApiError(400, 31, 'Password must be 12 or more characters in length.')
  expect(errorText(error, 'Không đổi được mật khẩu')).toBe('Mật khẩu phải có ít nhất 12 ký tự.')
})

test('what is not known is shown as it came, and what somebody wrote is not taken for a sentence of the platform', async () => {
  await inVietnamese()
  for (const own of ['No such customer', 'Lễ hội: The hold ended at its time', '']) expect(inOwnLanguage(own)).toBe(own)
})
