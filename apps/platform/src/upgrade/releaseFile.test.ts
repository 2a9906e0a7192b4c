import { execFileSync } from 'node:child_process'
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../testing/testStore.ts'
import { compareVersions, unpackRelease, verifyReleaseFile } from './releaseFile.ts'

interface Made {
  readonly file: string
  readonly key: string
}

const pemOf = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' })

/** Makes an archive of a release, with checksums and their signature beside it. */
function makeRelease(info: object = { name: '0.3.0', version: '0.3.0', commit: 'abc', arch: process.arch }): Made {
  const folder = makeFolder()
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  mkdirSync(join(folder, 'greenwave-0.3.0/bin'), { recursive: true })
  writeFileSync(join(folder, 'greenwave-0.3.0/release.json'), JSON.stringify(info))
  writeFileSync(join(folder, 'greenwave-0.3.0/bin/greenwave'), '#!/bin/sh\n', { mode: 0o755 })
  const file = join(folder, 'greenwave-0.3.0-linux.tar.gz')
  execFileSync('tar', ['-czf', file, '-C', folder, 'greenwave-0.3.0'])
  const sum = createHash('sha256').update(readFileSync(file)).digest('hex')
  const sums = Buffer.from(`${sum}  greenwave-0.3.0-linux.tar.gz\n`)
  writeFileSync(join(folder, 'SHA256SUMS'), sums)
  writeFileSync(join(folder, 'SHA256SUMS.sig'), sign(null, sums, privateKey))
  writeFileSync(join(folder, 'key.pem'), pemOf(publicKey))
  return { file, key: join(folder, 'key.pem') }
}

test('a release of its maker is accepted and unpacked', async () => {
  const { file, key } = makeRelease()
  await verifyReleaseFile(file, key)
  const folder = join(makeFolder(), 'unpacked')
  expect(unpackRelease(file, folder)).toMatchObject({ name: '0.3.0', version: '0.3.0' })
  expect(readFileSync(join(folder, 'bin/greenwave'), 'utf8')).toBe('#!/bin/sh\n')
})

test.each<[string, (made: Made) => void, string]>([
  ['another file', ({ file }) => writeFileSync(file, 'changed'), 'is damaged or changed: copy it again'],
  [
    'other checksums',
    ({ file }) => writeFileSync(join(dirname(file), 'SHA256SUMS'), `${'0'.repeat(64)}  greenwave-0.3.0-linux.tar.gz\n`),
    'copy the release again, from its maker',
  ],
  [
    'the key of another maker',
    ({ key }) => writeFileSync(key, pemOf(generateKeyPairSync('ed25519').publicKey)),
    'copy the release again, from its maker',
  ],
  [
    'another kind of key',
    ({ key }) => writeFileSync(key, pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey)),
    'give one in PEM with --key',
  ],
  ['no key', ({ key }) => rmSync(key), 'give one in PEM with --key'],
  [
    'no signature',
    ({ file }) => rmSync(join(dirname(file), 'SHA256SUMS.sig')),
    'SHA256SUMS.sig is missing: copy SHA256SUMS and SHA256SUMS.sig beside the release',
  ],
  [
    'endless checksums',
    ({ file }) => writeFileSync(join(dirname(file), 'SHA256SUMS'), 'x'.repeat(70_000)),
    'is too large',
  ],
  ['no file', ({ file }) => rmSync(file), 'does not exist'],
])('%s is refused with what to do', async (_what, spoil, message) => {
  const made = makeRelease()
  spoil(made)
  await expect(verifyReleaseFile(made.file, made.key)).rejects.toThrow(message)
})

test.each([
  ['for another processor', { name: '0.3.0', version: '0.3.0', commit: 'abc', arch: 's390x' }, 'is for s390x'],
  [
    'with a name that leaves its folder',
    { name: '../../etc', version: '0.3.0', commit: 'abc', arch: process.arch },
    'has no release.json',
  ],
])('a release %s is not unpacked', (_what, info, message) => {
  expect(() => unpackRelease(makeRelease(info).file, join(makeFolder(), 'unpacked'))).toThrow(message)
})

test('versions are compared by their numbers', () => {
  const order = ['0.2.0', '0.10.0', '0.9.9', '1.0.0', '0.2.1'].toSorted(compareVersions)
  expect(order).toEqual(['0.2.0', '0.2.1', '0.9.9', '0.10.0', '1.0.0'])
  expect(compareVersions('0.2.0', '0.2.0')).toBe(0)
})
