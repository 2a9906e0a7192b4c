/** @file The joined programs of a product: they run from its files alone, and equal sources give equal bytes. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { signIn } from '@greenwave/client/signIn'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { freePorts } from '@greenwave/harness/freePorts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { productFiles } from './lib/productFiles.mjs'
import { createProductImage } from './lib/productImage.mjs'
import { ROOT } from './lib/root.mjs'

const work = mkdtempSync(join(tmpdir(), 'greenwave-image-'))
const image = join(work, 'image')
const SERVER = join(image, 'server')

beforeAll(() => createProductImage(ROOT, image, process.arch, { node: false }))
afterAll(() => rmSync(work, { recursive: true }))

/** Resolves with how a program of Node ended. */
const run = (...args) =>
  new Promise((resolve) => {
    execFile(process.execPath, args, { env: { PATH: process.env.PATH } }, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, stdout, stderr }),
    )
  })

test('a product has no other sources than those that start the joined ones', () => {
  const started = ['apps/cli/src/main.ts', 'apps/platform/src/main.ts']
  expect(productFiles(image).filter((path) => path.endsWith('.ts'))).toEqual(started)
  for (const path of [...started, 'scripts/greenwave.mjs']) {
    expect(readFileSync(join(image, path), 'utf8')).toMatch(/^import '(?:\.\.\/)+server\/[\w-]+\.js'\n$/)
  }
})

test('each part names its source', () => {
  expect(readFileSync(join(SERVER, 'platform-store-entityWorker.js'), 'utf8')).toContain(
    '\n// apps/platform/src/store/entityWorker.ts\n',
  )
})

test('a second build is equal to the byte', async () => {
  const again = join(work, 'again')
  expect(await run(join(ROOT, 'scripts', 'serverBundle.mjs'), again)).toEqual({ code: 0, stdout: '', stderr: '' })
  const names = readdirSync(SERVER)
  expect(readdirSync(join(again, 'server'))).toEqual(names)
  expect(names.filter((name) => !readSame(join(again, 'server', name), join(SERVER, name)))).toEqual([])
})

const readSame = (one, other) => readFileSync(one).equals(readFileSync(other))

test('the help is that of the sources', async () => {
  const helpOf = (root) => run(join(root, 'scripts', 'greenwave.mjs'), '--help')
  expect(await helpOf(image)).toEqual(await helpOf(ROOT))
})

test('platform, threads, watcher and virtual controllers run', async () => {
  const moved = join(work, 'moved')
  // Nothing of this repository is near.
  cpSync(image, moved, { recursive: true, verbatimSymlinks: true })
  const [port] = await freePorts(1)
  const url = `http://127.0.0.1:${port}`
  const args = ['--port', String(port), '--mqtt-port', '0', '--data-dir', join(work, 'data'), '--past', '0']
  const demo = spawn(process.execPath, [join(moved, 'scripts', 'greenwave.mjs'), 'demo', ...args], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  demo.stderr.on('data', (text) => {
    output += String(text)
  })
  const ended = once(demo, 'exit')
  try {
    const ready = async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.status
    await expect.poll(ready, { timeout: 120_000 }).toBe(200)
    const { call } = await signIn(url, 'admin@greenwave.test', 'greenwave')
    const { data } = await call('tenantDevices', { query: { pageSize: 100, page: 0 } })
    const [{ id }] = data
    const keysOf = async (scope) =>
      (await call('attributes', { params: { ...ofDevice(id.id), scope }, query: {} })).map(({ key }) => key)
    // The watcher writes what it finds at a junction whose controller reports.
    await expect.poll(() => keysOf('SERVER_SCOPE'), { timeout: 60_000 }).toContain('gw_state')
    expect(existsSync(join(moved, '.cache', 'compile'))).toBe(true)
  } finally {
    demo.kill('SIGTERM')
    await ended
  }
  expect(output).not.toMatch(/"level":50|Error/)
})
