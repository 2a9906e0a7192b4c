import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderOfCommand } from './folderOfCommand.mjs'
import { ROOT } from './root.mjs'

test('a command that npm runs in the repository’s folder was typed where npm was called', () => {
  expect(folderOfCommand(ROOT, '/home/engineer')).toBe('/home/engineer')
})

test('a command that was typed without npm was typed where it runs', () => {
  expect(folderOfCommand(ROOT, undefined)).toBe(ROOT)
  expect(folderOfCommand('/home/engineer', undefined)).toBe('/home/engineer')
})

test('what another script left behind says nothing', () => {
  expect(folderOfCommand(join(ROOT, 'docs'), '/home/engineer')).toBe(join(ROOT, 'docs'))
})
