import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../testing/testStore.ts'
import { hideSecrets, packBundle, secretsIn } from './supportBundle.ts'

/** Unpacks an archive with the machine's own tar, and reads a file of it. */
function unpack(archive: Uint8Array): (name: string) => string {
  const folder = makeFolder()
  writeFileSync(join(folder, 'b.tar.gz'), archive)
  mkdirSync(join(folder, 'out'))
  execFileSync('tar', ['-xzf', join(folder, 'b.tar.gz'), '-C', join(folder, 'out')])
  return (name) => readFileSync(join(folder, 'out', 'greenwave-support', name), 'utf8')
}

test('files are packed so that tar reads them, without secrets, and of a long one the end', () => {
  const log = `${'old line\n'.repeat(100_000)}password Ka7-secret\nnewest line\n`
  const read = unpack(packBundle({ 'info.json': '{"a":1}\n', 'log.txt': log, 'empty.txt': '' }, ['Ka7-secret'], 1e12))
  expect(read('info.json')).toBe('{"a":1}\n')
  expect(read('empty.txt')).toBe('')
  expect(read('log.txt')).toHaveLength(524_288)
  expect(read('log.txt')).toMatch(/old line\npassword \(hidden\)\nnewest line\n$/)
})

test('a secret is hidden in every form in which texts write it, and a short one is not looked for', () => {
  const secret = 'pa"ss/wörd'
  const text = `${JSON.stringify({ secret })} ${encodeURIComponent(secret)} ${secret}`
  expect(hideSecrets(text, [secret])).toBe('{"secret":"(hidden)"} (hidden) (hidden)')
  expect(hideSecrets('a cab', ['a'])).toBe('a cab')
  expect(hideSecrets('abcdefgh abcd', ['abcd', 'abcdefgh'])).toBe('(hidden) (hidden)')
})

test.each([
  ['smtps://user:x@mail.example:465', 'smtps://(hidden)@mail.example:465'],
  ['s3://AKIA:b/c@host/bucket', 's3://(hidden)@host/bucket'],
  ['Authorization: Bearer abc.def-1', 'Authorization: Bearer (hidden)'],
  ['token eyJhbGciOi.eyJzdWIi.c2ln end', 'token (hidden) end'],
  ['https://tiles.example/{z}?api_key=12&z=1', 'https://tiles.example/{z}?api_key=(hidden)&z=1'],
  ['AGE-SECRET-KEY-1QQQ', '(hidden)'],
  ['https://city.example/path?page=1', 'https://city.example/path?page=1'],
])('%s is shown as %s', (text, shown) => {
  expect(hideSecrets(text, [])).toBe(shown)
})

test('the password of an address is a secret by itself, also as it is typed', () => {
  expect(secretsIn(['smtps://u:p%40ss@mail.example', 'plain'])).toEqual([
    ...['smtps://u:p%40ss@mail.example', 'p%40ss', 'p@ss', 'plain'],
  ])
})
