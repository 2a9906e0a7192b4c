import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderOfTest } from '@greenwave/harness/ofTest'
import { DEFAULT_CONSOLE_SETTINGS } from '@greenwave/contract/wire/consoleSettings'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { registerConsoleFiles } from './consoleFiles.ts'
import { registerSecurityHeaders } from './securityHeaders.ts'

let dir: string
let app: FastifyInstance
beforeEach(async () => {
  dir = folderOfTest()
  mkdirSync(join(dir, 'assets'))
  writeFileSync(join(dir, 'assets', 'main-abc.js'), '1')
  writeFileSync(join(dir, 'assets', 'main-abc.js.br'), 'one')
  writeFileSync(join(dir, 'sw.js'), '2')
  writeFileSync(join(dir, 'sw.js.br'), 'two')
  writeFileSync(join(dir, 'manifest.webmanifest'), '{"name":"x","display":"standalone"}')
  writeFileSync(join(dir, 'manifest.webmanifest.br'), 'another')
  writeFileSync(
    join(dir, 'index.html'),
    '<!doctype html><html><head><meta property="csp-nonce" nonce="" /><title>x</title></head><body></body></html>',
  )
  app = fastify()
  await registerSecurityHeaders(app)
  await registerConsoleFiles(app, {
    dir,
    settings: { ...DEFAULT_CONSOLE_SETTINGS, productName: 'Làn xanh' },
    imageHosts: undefined,
  })
})
afterEach(() => app.close())

const nonceIn = (text: string, pattern: RegExp): string | undefined => pattern.exec(text)?.[1]

it('each page has a nonce of its own, the same in its policy and in the one element that carries it', async () => {
  const nonces = new Set<string | undefined>()
  for (const path of ['/', '/devices', '/devices']) {
    const { body, headers } = await app.inject(path)
    const nonce = nonceIn(body, /<meta property="csp-nonce" nonce="([^"]{22,})">/)
    expect(nonce).toBeDefined()
    expect(body.match(/csp-nonce/g)).toHaveLength(1)
    expect(String(headers['content-security-policy'])).toContain(`style-src 'self' 'nonce-${nonce}';`)
    expect(headers['cache-control']).toBe('no-cache')
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(3)
})

it('the policy names the host that was asked, and the socket by the scheme of the page', async () => {
  const headers = { host: 'signals.example:81' }
  const { 'content-security-policy': policy } = (await app.inject({ url: '/', headers })).headers
  expect(policy).toContain("connect-src 'self' ws://signals.example:81;")
})

it('files with a hash in their name are kept for ever, and may load nothing', async () => {
  const { headers } = await app.inject('/assets/main-abc.js')
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(headers['content-security-policy']).toContain("default-src 'none'")
})

it('the service worker is asked for each time, and may fetch from its own platform alone', async () => {
  for (const encoding of ['identity', 'br']) {
    const { headers } = await app.inject({ url: '/sw.js', headers: { 'accept-encoding': encoding } })
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'")
    expect(headers['content-type']).toContain('javascript')
  }
})

it('the console is installed under the name of the product, whose policy allows its description', async () => {
  const asked = await app.inject({ url: '/manifest.webmanifest', headers: { 'accept-encoding': 'br' } })
  expect(asked.json()).toEqual({ name: 'Làn xanh', short_name: 'Làn xanh', display: 'standalone' })
  expect(asked.headers).toMatchObject({
    'content-type': 'application/manifest+json; charset=utf-8',
    'cache-control': 'no-cache',
  })
})

it.each([
  ['/assets/main-abc.js', '1', 'one'],
  ['/sw.js', '2', 'two'],
])('%s is sent as it was compressed by the build, to whoever takes that', async (path, plain, compressed) => {
  const asked = await app.inject({ url: path, headers: { 'accept-encoding': 'gzip, br' } })
  expect([asked.body, asked.headers['content-encoding']]).toEqual([compressed, 'br'])
  const bare = await app.inject(path)
  expect([bare.body, bare.headers['content-encoding'], bare.statusCode]).toEqual([plain, undefined, 200])
  expect((await app.inject({ method: 'HEAD', url: path })).statusCode).toBe(200)
})

it.each([
  ['/assets/', 404],
  ['/assets//main-abc.js', 404],
  ['/assets/MAIN-abc.js', 404],
  ['/assets/none.js', 404],
  ['/sw.mjs', 404],
  ['/assets/..%2findex.html', 404],
])('%s is no file: %d', async (path, status) => {
  const { statusCode, body } = await app.inject(path)
  expect(statusCode).toBe(status)
  expect(body).not.toContain('<html')
})
