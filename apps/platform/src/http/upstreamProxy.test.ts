import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { registerUpstreamProxy } from './upstreamProxy.ts'

/** The requests that reached the platform. */
let asked: string[]
/** What the front has logged, at info and above. */
let lines: string[]
let platform: Server
let front: FastifyInstance

/** A platform that closes each connection when it is used a second time, like one that was idle for too long. */
beforeEach(async () => {
  asked = []
  const used = new Set<Socket>()
  platform = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    if (request.headers['content-length'] === '99') return
    if (used.has(request.socket)) return void request.socket.destroy()
    used.add(request.socket)
    response.setHeader('content-type', 'application/json').end('{"ok":true}')
  })
  await new Promise<void>((resolve) => platform.listen(0, '127.0.0.1', resolve))
  lines = []
  front = fastify({ logger: { level: 'info', stream: { write: (line) => void lines.push(line) } } })
  await registerUpstreamProxy(front, `http://127.0.0.1:${(platform.address() as AddressInfo).port}`)
  await front.ready()
})
afterEach(async () => {
  await front.close()
  platform.closeAllConnections()
  await new Promise((resolve) => platform.close(resolve))
})

it('a read is asked again when the platform has just given up the connection that it went over', async () => {
  for (let times = 0; times < 2; times++) {
    const answer = await front.inject('/api/customers?page=0&pageSize=10')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ ok: true })
  }
  expect(asked).toHaveLength(3)
})

it('passes on the pages of a sign-in through the provider of the platform, whose redirections reach the browser', async () => {
  const cookie = { cookie: 'oauth2_auth_request=x' }
  for (const url of ['/oauth2/authorization/5b1d0f20?platform=WEB', '/login/oauth2/code/?code=c&state=s']) {
    const answer = await front.inject({ url, headers: cookie })
    expect(answer.statusCode).toBe(200)
    expect(asked.at(-1)).toBe(`GET ${url}`)
  }
  expect((await front.inject('/login')).statusCode).toBe(404)
})

it('a change is never sent twice: nobody knows whether the first one was taken', async () => {
  await front.inject('/api/customers')
  const answer = await front.inject({ method: 'POST', url: '/api/customer', payload: { title: 'x' } })
  expect(answer.statusCode).toBe(502)
  expect(answer.json()).toMatchObject({ status: 502, message: expect.stringMatching(/does not answer/) })
  expect(asked).toEqual(['GET /api/customers', 'POST /api/customer'])
})

it('logs nothing of a call that is answered, and does not blame the platform when a caller leaves', async () => {
  await front.inject('/api/customers')
  const url = new URL(await front.listen({ host: '127.0.0.1', port: 0 }))
  const caller = connect(Number(url.port), url.hostname)
  caller.write(
    'POST /api/customer HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
  )
  await expect.poll(() => asked).toContain('POST /api/customer')
  caller.destroy()
  await expect.poll(() => lines.join('')).toContain('response errored')
  expect(lines.filter((line) => /fetching|received|does not answer/.test(line))).toEqual([])
})
