import { expect, test } from 'vitest'
import { textHash } from './textHash.ts'

test.each([
  ['', 0x811c9dc5],
  ['a', 0xe40c292c],
  ['foobar', 0xbf9cf968],
])('the hash of %j is what FNV-1a says, as it was in every release', (text, hash) => {
  expect(textHash(text)).toBe(hash)
})
