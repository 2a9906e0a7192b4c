/** @file Large bodies that are begun but not finished, over raw sockets. */
import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import type { Platform } from '../start/platform.ts'
import { signIn, startPlatform } from '../testing/startPlatform.ts'

const FULL = 16_777_216

/** Begins requests with bodies of this length, and waits for the first answer to any of them. */
function begin(platform: Platform, count: number, path: string, headers: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(platform.url)
  return new Promise((resolve) => {
    for (let nth = 0; nth < count; nth += 1) {
      const socket = connect(Number(port), hostname)
      onTestFinished(() => void socket.destroy())
      socket.on('error', () => {}).on('data', (data) => resolve(String(data)))
      socket.write([`POST ${path} HTTP/1.1`, 'host: greenwave.test', ...headers, '\r\n'].join('\r\n'))
    }
  })
}

const length = [`content-length: ${FULL}`, 'content-type: application/json']

it.each(['/api/nothing', '/nothing', '/api/v1/some-token/nothing'])(
  'reads no large body at %s, which is no call',
  async (path) => {
    const platform = await startPlatform()
    onTestFinished(() => platform.close())
    expect(await begin(platform, 1, path, length)).toMatch(/^HTTP\/1\.1 413 /)
  },
)

it.each(['/api/2fa/account/passkeys', '/api/auth/changePassword'])(
  'reads no large body at %s, which has none',
  async (path) => {
    const platform = await startPlatform()
    onTestFinished(() => platform.close())
    const token = await signIn(platform)
    expect(await begin(platform, 1, path, [...length, `x-authorization: Bearer ${token}`])).toMatch(/^HTTP\/1\.1 413 /)
  },
)

it('has one account send three of the largest bodies at once and no fourth, until one was answered', async () => {
  const platform = await startPlatform()
  onTestFinished(() => platform.close())
  const mine = `x-authorization: Bearer ${await signIn(platform)}`
  const answer = await begin(platform, 4, '/api/device', [...length, mine])
  expect(answer).toMatch(/^HTTP\/1\.1 429 /)
  expect(answer).toContain('Too many large requests at once! Send them one after another.')
  // Small bodies still work.
  const small = await fetch(`${platform.url}/api/device`, {
    method: 'POST',
    headers: { 'x-authorization': mine.slice(17), 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'TLC-1' }),
  })
  expect(small.status).toBe(200)
})

it('gives the room back when callers go, and after each answer', async () => {
  const platform = await startPlatform()
  onTestFinished(() => platform.close())
  const authorization = `Bearer ${await signIn(platform)}`
  for (let nth = 0; nth < 5; nth += 1) {
    const { status } = await fetch(`${platform.url}/api/device`, {
      method: 'POST',
      headers: { 'x-authorization': authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ name: `TLC-${nth}` }).padEnd(FULL),
    })
    expect(status).toBe(200)
  }
})

it('counts bodies without an announced length as they come', async () => {
  const platform = await startPlatform()
  onTestFinished(() => platform.close())
  const { hostname, port } = new URL(platform.url)
  const authorization = `Bearer ${await signIn(platform)}`
  const chunk = `${(4_194_304).toString(16)}\r\n${' '.repeat(4_194_304)}\r\n`
  const answer = await new Promise<string>((resolve) => {
    // Up to sixteen megabytes each, and the last one never finished: together more than one account may have in
    // progress.
    for (let nth = 0; nth < 5; nth += 1) {
      const socket = connect(Number(port), hostname)
      onTestFinished(() => void socket.destroy())
      socket.on('error', () => {}).on('data', (data) => resolve(String(data)))
      socket.write(
        `POST /api/device HTTP/1.1\r\nhost: x\r\nx-authorization: ${authorization}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`,
      )
      socket.write(chunk.repeat(3))
    }
  })
  expect(answer).toMatch(/^HTTP\/1\.1 429 /)
})
