import { execFileSync, spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { controlOf } from './debianPackage.mjs'
import { setModes } from './productImage.mjs'
import { readReleaseKey, releaseName, writeSums } from './releaseFiles.mjs'
import { writeTarball } from './tarball.mjs'

let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'greenwave-release-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function writeKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  writeFileSync(join(folder, 'private.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
  writeFileSync(join(folder, 'public.pem'), publicKey.export({ type: 'spki', format: 'pem' }))
}

test('a release is named after its version, a trial also after its commit', () => {
  const [version, commit] = ['0.2.0', '1a2b3c4d5e6f7a8b']
  expect(releaseName({ tag: 'v0.2.0', version, commit })).toBe('0.2.0')
  expect(releaseName({ tag: undefined, version, commit })).toBe('0.2.0+1a2b3c4d5e6f')
  expect(() => releaseName({ tag: 'v0.3.0', version, commit })).toThrow('tag it v0.2.0')
})

test('sha256sum and openssl verify a release, and the public key repeats it without a signature', () => {
  writeKey()
  writeFileSync(join(folder, 'a.deb'), 'one')
  writeFileSync(join(folder, 'b.deb'), 'two')
  writeSums(folder, ['b.deb', 'a.deb'], readReleaseKey(join(folder, 'private.pem')))
  const files = ['-in', 'SHA256SUMS', '-sigfile', 'SHA256SUMS.sig']
  const verify = () =>
    spawnSync('openssl', ['pkeyutl', '-verify', '-pubin', '-inkey', 'public.pem', '-rawin', ...files], { cwd: folder })
      .status
  expect(verify()).toBe(0)
  expect(execFileSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' })).toBe(
    'a.deb: OK\nb.deb: OK\n',
  )
  const sums = readFileSync(join(folder, 'SHA256SUMS'))
  writeSums(folder, ['a.deb', 'b.deb'], readReleaseKey(join(folder, 'public.pem')))
  expect(readFileSync(join(folder, 'SHA256SUMS'))).toEqual(sums)
  writeFileSync(
    join(folder, 'SHA256SUMS'),
    String(sums).replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
  )
  expect(verify()).not.toBe(0)
})

test('another kind of key is refused with what to give', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  writeFileSync(join(folder, 'ec.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
  expect(() => readReleaseKey(join(folder, 'ec.pem'))).toThrow('the key is ec): give an Ed25519 key in PEM')
})

test('archives of equal files are equal to the byte, whoever made the files, when and in which order', async () => {
  const make = async (name, paths, mode) => {
    const root = join(folder, name, 'greenwave-1')
    for (const path of paths) {
      mkdirSync(join(root, path, '..'), { recursive: true })
      writeFileSync(join(root, path), path.startsWith('bin/') ? '#!/bin/sh\n' : path)
      chmodSync(join(root, path), mode)
    }
    symlinkSync('a/one', join(root, 'link'))
    setModes(root)
    await writeTarball(root, join(folder, `${name}.tar.gz`), 1_700_000_000)
    return readFileSync(join(folder, `${name}.tar.gz`))
  }
  const one = await make('one', ['a/one', 'b/two', 'bin/greenwave'], 0o600)
  const other = await make('other', ['bin/greenwave', 'b/two', 'a/one'], 0o777)
  expect(one).toEqual(other)
  const list = execFileSync('tar', ['-tvzf', join(folder, 'one.tar.gz')], {
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin', TZ: 'UTC' },
  })
  expect(list).toMatch(/^-rwxr-xr-x 0\/0 +\d+ 2023-11-14 22:13 greenwave-1\/bin\/greenwave$/m)
  expect(list).toMatch(/^-rw-r--r-- 0\/0 +\d+ 2023-11-14 22:13 greenwave-1\/a\/one$/m)
})

test('a package names its processor as Debian does', () => {
  expect(controlOf({ arch: 'x64', version: '0.2.0', kilobytes: 9 })).toMatch(/^Version: 0.2.0\nArchitecture: amd64$/m)
})
