/** @file Bodies sent in chunks, and so without an announced length, over a raw socket. */
import { systemOfTests } from '@greenwave/harness/ofTest'
import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { signIn, startPlatform, TEST_ADMIN } from '../testing/startPlatform.ts'

const platform = systemOfTests(await startPlatform())
const token = await signIn(platform)

const head = (path: string): string =>
  [
    `POST ${path} HTTP/1.1`,
    'host: greenwave.test',
    `x-authorization: Bearer ${token}`,
    'content-type: application/json',
    'transfer-encoding: chunked',
    '\r\n',
  ].join('\r\n')
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`

function dial(): Socket {
  const { hostname, port } = new URL(platform.url)
  const socket = connect(Number(port), hostname)
  // A connection that closes while bytes are on their way looks broken to the sender.
  return socket.setEncoding('utf8').on('error', () => {})
}

/**
 * Sends as much as is allowed and one byte more, without an end; resolves with the answer when the platform has closed.
 * Sending more could lose the answer: a connection closed with unread bytes is reset.
 */
function sendOneByteTooMuch(path: string, limit: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = dial()
    let answer = ''
    socket.on('data', (text) => {
      answer += String(text)
    })
    socket.on('close', () => resolve(answer))
    socket.write(head(path) + chunk(' '.repeat(limit)) + chunk(' '))
  })
}

/** Sends without end; resolves with whether the platform closed before the sender gave up, far above the limit. */
function sendEndlessly(path: string, limit: number): Promise<'closed' | 'gave up'> {
  return new Promise((resolve) => {
    const socket = dial()
    const piece = chunk(' '.repeat(limit / 16))
    let pieces = 0
    const sendNext = (error?: Error | null): void => {
      if (error || socket.destroyed) return
      pieces += 1
      if (pieces > 1024) {
        resolve('gave up')
        socket.destroy()
      } else socket.write(piece, sendNext)
    }
    socket.on('data', () => {})
    socket.on('close', () => resolve('closed'))
    socket.write(head(path), sendNext)
  })
}

/** Sends a complete body in chunks; resolves with the status. */
async function sendWhole(path: string, body: string): Promise<number> {
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < body.length; at += 65_536) yield Buffer.from(body.slice(at, at + 65_536))
  }
  const response = await fetch(platform.url + path, {
    method: 'POST',
    headers: { 'x-authorization': `Bearer ${token}`, 'content-type': 'application/json' },
    body: ReadableStream.from(pieces()),
    duplex: 'half',
  })
  return response.status
}

describe.each([
  { path: '/api/device', limit: 16_777_216, body: { name: 'TLC-1' }, malformed: 400 },
  {
    path: '/api/auth/login',
    limit: 65_536,
    body: { username: TEST_ADMIN.email, password: TEST_ADMIN.password },
    malformed: 401,
  },
])('a body in chunks for $path', ({ path, limit, body, malformed }) => {
  it('is refused at the first byte over the limit, and its connection ended', async () => {
    const answer = await sendOneByteTooMuch(path, limit)
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(answer.endsWith(`"Payload size exceeds the limit of ${limit} bytes"`)).toBe(true)
  })

  it('without end is cut off, from many senders at once, while others are served', async () => {
    const senders = Promise.all(Array.from({ length: 8 }, () => sendEndlessly(path, limit)))
    const served = await fetch(`${platform.url}/api/tenant/devices?pageSize=10&page=0`, {
      headers: { 'x-authorization': `Bearer ${token}` },
    })
    expect(served.status).toBe(200)
    expect(await senders).toEqual(Array(8).fill('closed'))
    expect(await signIn(platform)).toMatch(/^eyJ/)
  })

  it('is not unpacked, since a few bytes could unpack to any length', async () => {
    const answer = await fetch(platform.url + path, {
      method: 'POST',
      headers: {
        'x-authorization': `Bearer ${token}`,
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      },
      body: gzipSync(JSON.stringify(body)),
    })
    expect(answer.status).toBe(malformed)
  })

  it('is read up to the limit itself', async () => {
    expect(await sendWhole(path, JSON.stringify(body).padEnd(limit))).toBe(200)
  })
})
