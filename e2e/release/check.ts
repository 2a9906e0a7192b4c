/**
 * @file `npm run check:release [-- --from FOLDER]`: builds a release twice and compares the bytes, verifies it with
 * openssl, then installs its Debian package in a bare Debian 12 without network and uses it (installed.ts). That needs
 * root, debootstrap and systemd-nspawn (package systemd-container). `--from` and `--next` try releases that are already
 * built with one key; `--debian` is a folder that debootstrap has filled, which is copied.
 */
import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { arch, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const INSTALLED = fileURLToPath(new URL('installed.ts', import.meta.url))
/** Version of the release that the installed one is upgraded to. */
const NEXT_VERSION = '9.0.0'

/** What `debootstrap` fetches, and from where. */
const DEBIAN = ['--variant=minbase', '--include=systemd-sysv', 'bookworm']
const MIRROR = 'http://deb.debian.org/debian'

const { values } = parseArgs({
  options: { from: { type: 'string' }, next: { type: 'string' }, debian: { type: 'string' } },
})

function run(command: string, args: readonly string[], cwd = ROOT): void {
  const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error(`${command} ${args[0]} ended with ${status}`)
}

const done = (what: string): void => void process.stdout.write(`ok  ${what}\n`)

/** Builds a release of a repository for this machine's processor. */
function build(root: string, key: string, out: string): string {
  run(process.execPath, ['scripts/release.mjs', '--key', key, '--arch', arch(), '--out', out], root)
  return out
}

/** Builds a release of the same commit with another version. */
function buildNext(work: string, key: string): string {
  const clone = join(work, 'next')
  run('git', ['clone', '-q', ROOT, clone])
  run(process.execPath, ['scripts/version.mjs', NEXT_VERSION], clone)
  const author = ['-c', 'user.name=check', '-c', 'user.email=check@localhost']
  run('git', [...author, 'commit', '-qam', 'next version'], clone)
  return build(clone, key, join(work, 'release-next'))
}

function expectEqual(one: string, other: string): void {
  const names = readdirSync(one).toSorted()
  const differ = names.filter((name) => !readFileSync(join(one, name)).equals(readFileSync(join(other, name))))
  if (differ.length > 0) throw new Error(`two builds differ in ${differ.join(', ')}`)
  done(`two builds are equal to the byte: ${names.join(', ')}`)
}

function verify(folder: string, publicKey: string): void {
  const files = ['-in', 'SHA256SUMS', '-sigfile', 'SHA256SUMS.sig']
  run('openssl', ['pkeyutl', '-verify', '-pubin', '-inkey', publicKey, '-rawin', ...files], folder)
  run('sha256sum', ['--quiet', '-c', 'SHA256SUMS'], folder)
  done('openssl and sha256sum verify the release')
}

const work = mkdtempSync(join(tmpdir(), 'greenwave-check-'))
try {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const key = join(work, 'key.pem')
  writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  writeFileSync(join(work, 'public.pem'), publicKey.export({ type: 'spki', format: 'pem' }))
  const from = values.from === undefined ? build(ROOT, key, join(work, 'release')) : resolve(values.from)
  if (values.from === undefined) {
    expectEqual(from, build(ROOT, key, join(work, 'release-again')))
    verify(from, join(work, 'public.pem'))
  }
  const next = values.next === undefined ? buildNext(work, key) : resolve(values.next)
  const debian = join(work, 'debian')
  if (values.debian === undefined) run('debootstrap', [...DEBIAN, debian, MIRROR])
  else run('cp', ['-a', resolve(values.debian), debian])
  // A namespace of its own for network, mounts and processes: everything in it ends with the check.
  const separate = ['--net', '--mount', '--pid', '--fork', '--mount-proc', '--kill-child']
  run('unshare', [...separate, process.execPath, INSTALLED, from, next, debian])
} finally {
  rmSync(work, { recursive: true, force: true })
}
