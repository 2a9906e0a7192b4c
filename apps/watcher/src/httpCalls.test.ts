import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readText } from '@greenwave/client/createClient'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { fetchOverHttp } from './httpCalls.ts'

/** Starts a server. Returns its address. */
async function serving(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const echo: RequestListener = (request, reply) => {
  reply.writeHead(201, { 'X-Method': request.method, 'X-Asked': request.headers['x-asks'] ?? '' })
  request.pipe(reply)
}

test('any text is sent and received as it is, with method, headers and status', async () => {
  const address = await serving(echo)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(0xd7ff), { maxLength: 2000 }), async (letters) => {
      const body = JSON.stringify(String.fromCharCode(...letters))
      const answer = await fetchOverHttp(address, { method: 'POST', headers: { 'X-Asks': 'why' }, body })
      expect([answer.ok, answer.status, answer.headers.get('X-Method'), answer.headers.get('x-asked')]).toEqual([
        ...[true, 201, 'POST', 'why'],
      ])
      expect(await readText(answer, 100_000)).toBe(body)
    }),
    { numRuns: 10 },
  )
})

test('a refusal and an answer without a body are answers; a header that is missing is null', async () => {
  const address = await serving((_, reply) => reply.writeHead(503).end())
  const answer = await fetchOverHttp(address, { method: 'GET', headers: {} })
  expect([answer.ok, answer.status, answer.headers.get('Retry-After')]).toEqual([false, 503, null])
  expect(await readText(answer, 10)).toBe('')
})

test('rejects when nobody answers, and when an answer breaks off', async () => {
  const address = await serving((_, reply) => {
    reply.writeHead(200, { 'Content-Length': 100 })
    reply.write('some', () => reply.destroy())
  })
  await expect(fetchOverHttp(address, { method: 'GET', headers: {} })).rejects.toThrow('aborted')
  await expect(fetchOverHttp('http://127.0.0.1:1/', { method: 'GET', headers: {} })).rejects.toThrow('ECONNREFUSED')
})

test.each([
  ['before', (): void => {}],
  ['within', (reply: { write(text: string): unknown }): unknown => reply.write('some')],
])('rejects with the reason of a signal that aborts %s its answer', async (_, begin) => {
  const stop = new AbortController()
  const address = await serving((_request, reply) => {
    begin(reply)
    stop.abort(new Error('too late'))
  })
  await expect(fetchOverHttp(address, { method: 'GET', headers: {}, signal: stop.signal })).rejects.toThrow('too late')
})
