/** @file A platform behind the proxy that stays silent, or that shows which headers it gets. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net'
import { MAX_CLIENT_MESSAGE_BYTES } from '@greenwave/contract/wire/live'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { type Patience, registerUpstreamProxy } from './upstreamProxy.ts'

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

async function listening<S extends Server | TcpServer>(server: S): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Starts a front for `upstream`; resolves with its host and port. */
async function frontOf(upstream: string, patience: Patience = {}, allowedOrigins: string[] = []): Promise<string> {
  const front: FastifyInstance = fastify({ forceCloseConnections: true })
  await registerUpstreamProxy(front, `http://${upstream}`, allowedOrigins, patience)
  const url = await front.listen({ host: '127.0.0.1', port: 0 })
  stops.push(() => front.close())
  return url.replace('http://', '')
}

/** Starts a platform that accepts connections and never answers. */
function silentPlatform(): Promise<string> {
  return listening(
    createTcpServer((socket) => {
      socket.on('error', () => {})
      stops.push(() => socket.destroy())
    }),
  )
}

/**
 * Starts a platform that answers every call with the headers of the request; without `autoPong` its sockets do not
 * answer pings. It takes a socket after `takes`, and with `packed` its messages are packed on their way.
 */
async function echoPlatform({ autoPong = true, packed = false, takes = () => Promise.resolve() } = {}): Promise<{
  at: string
  sockets: IncomingHttpHeaders[]
  live: WebSocketServer
}> {
  const server = createServer((request, response) => {
    const headers = { 'content-type': 'application/json', 'access-control-allow-origin': '*' }
    response.writeHead(200, headers).end(JSON.stringify(request.headers))
  })
  const sockets: IncomingHttpHeaders[] = []
  const live = new WebSocketServer({
    server,
    autoPong,
    perMessageDeflate: packed,
    verifyClient: (_client, done) => void takes().then(() => done(true)),
  })
  live.on('connection', (_socket, request) => sockets.push(request.headers))
  stops.push(() => {
    for (const socket of live.clients) socket.terminate()
  })
  return { at: await listening(server), sockets, live }
}

/** Resolves with the close code. */
function closed(socket: WebSocket): Promise<number> {
  socket.on('error', () => {})
  return new Promise((resolve) => socket.on('close', resolve))
}

it('a call that the platform never answers is given up, and the answer does not name the platform', async () => {
  const upstream = await silentPlatform()
  const answer = await fetch(`http://${await frontOf(upstream, { answerMs: 50 })}/api/auth/user`)
  expect(answer.status).toBe(502)
  const text = await answer.text()
  expect(JSON.parse(text)).toMatchObject({ status: 502, message: 'The platform behind this console does not answer.' })
  expect(text).not.toContain(upstream)
})

it('neither does the answer when nobody listens there', async () => {
  const answer = await fetch(`http://${await frontOf('127.0.0.1:1')}/api/auth/user`)
  expect(answer.status).toBe(502)
  expect(await answer.text()).not.toContain('127.0.0.1')
})

it('a live socket that the platform never takes is closed', async () => {
  const front = await frontOf(await silentPlatform(), { handshakeMs: 50 })
  expect(await closed(new WebSocket(`ws://${front}/api/ws`))).toBe(1011)
})

it('a live socket whose platform gives no sign of life any more is closed; one that gives them stays', async () => {
  const silent = await echoPlatform({ autoPong: false })
  const alive = await echoPlatform()
  const staying = new WebSocket(`ws://${await frontOf(alive.at, { pongMs: 20 })}/api/ws`)
  const stayingClosed = closed(staying)
  const leaving = new WebSocket(`ws://${await frontOf(silent.at, { pongMs: 20 })}/api/ws`)
  expect(await closed(leaving)).toBe(1006)
  // Both were pinged equally often, so this one has answered as many pings.
  expect(staying.readyState).toBe(WebSocket.OPEN)
  staying.close()
  await stayingClosed
})

it('a message of a live socket may be as long through a front as on a platform, and is never unpacked', async () => {
  const { at, live } = await echoPlatform()
  const platformSide = new Promise<WebSocket>((resolve) => live.once('connection', resolve))
  const socket = new WebSocket(`ws://${await frontOf(at)}/api/ws`, { perMessageDeflate: true })
  const gone = closed(socket)
  const arrived = platformSide.then((side) => new Promise<Buffer>((resolve) => side.once('message', resolve)))
  await new Promise((resolve) => socket.on('open', resolve))
  expect(socket.extensions).toBe('')
  socket.send('x'.repeat(MAX_CLIENT_MESSAGE_BYTES))
  expect((await arrived).length).toBe(MAX_CLIENT_MESSAGE_BYTES)
  socket.send('x'.repeat(MAX_CLIENT_MESSAGE_BYTES + 1))
  expect(await gone).toBe(1009)
})

it('who sends more to a live socket than the platform takes is closed before it fills the memory', async () => {
  const socket = new WebSocket(`ws://${await frontOf(await silentPlatform(), { handshakeMs: 60_000 })}/api/ws`)
  const gone = closed(socket)
  await new Promise((resolve) => socket.on('open', resolve))
  const message = 'x'.repeat(MAX_CLIENT_MESSAGE_BYTES)
  for (let bytes = 0; bytes <= 1024 * 1024; bytes += message.length) socket.send(message)
  expect(await gone).toBe(1006)
})

it('a live socket that its caller leaves before the platform takes it is closed there', async () => {
  const held = Promise.withResolvers<void>()
  const { at, live } = await echoPlatform({ takes: () => held.promise })
  const left = new Promise<number>((resolve) => live.once('connection', (side) => side.once('close', resolve)))
  const socket = new WebSocket(`ws://${await frontOf(at)}/api/ws`)
  const gone = closed(socket)
  await new Promise((resolve) => socket.on('open', resolve))
  socket.close()
  await gone
  held.resolve()
  expect(await left).toBe(1006)
})

it('a message of the platform that unpacks to more than 64 MiB ends the live socket', async () => {
  const { at, live } = await echoPlatform({ packed: true })
  live.once('connection', (side) => side.send(Buffer.alloc(64 * 1024 * 1024 + 1)))
  expect(await closed(new WebSocket(`ws://${await frontOf(at)}/api/ws`))).toBe(1011)
})

const CLAIMS = {
  'proxy-authorization': 'Basic c2VjcmV0OnNlY3JldA==',
  forwarded: 'for=203.0.113.7;proto=https',
  'x-real-ip': '203.0.113.7',
}

it('what a caller says of itself, and what was meant for a proxy, is not passed on', async () => {
  const { at, sockets } = await echoPlatform()
  const front = await frontOf(at)
  const headers = Object(await (await fetch(`http://${front}/api/auth/user`, { headers: CLAIMS })).json())
  const socket = new WebSocket(`ws://${front}/api/ws`, { headers: CLAIMS })
  await new Promise((resolve) => socket.on('open', resolve))
  await expect.poll(() => sockets.length).toBe(1)
  for (const seen of [headers, sockets[0] ?? {}]) {
    expect(Object.keys(seen)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^proxy-|^forwarded|^x-real/)]))
    expect(seen).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': front,
    })
  }
  socket.close()
  await closed(socket)
})

it('the platform does not say which pages may read answers', async () => {
  const { at } = await echoPlatform()
  const answer = await fetch(`http://${await frontOf(at)}/api/auth/user`)
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
})

it.each([
  ['https://wall.example', 'open'],
  ['https://evil.example', 'refused'],
])('a page of %s opens a live socket: %s', async (origin, outcome) => {
  const { at } = await echoPlatform()
  const socket = new WebSocket(`ws://${await frontOf(at, {}, ['https://wall.example'])}/api/ws`, { origin })
  const end = await new Promise((resolve) => {
    socket.on('open', () => resolve('open'))
    socket.on('error', () => resolve('refused'))
  })
  expect(end).toBe(outcome)
  const gone = closed(socket)
  socket.close()
  if (outcome === 'open') await gone
})
