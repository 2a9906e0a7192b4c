import { type CallName, calls } from '@greenwave/contract/wire/calls/calls'
import { expect, test } from 'vitest'
import { NetworkError, UnexpectedReplyError } from './callErrors.ts'
import { addressOf } from './callRequest.ts'
import { type CallSession, type ClientDeps, createClient } from './createClient.ts'
import type { FetchInit } from './transport.ts'

const DEVICE = '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10'
const PAGE = { data: [], totalPages: 0, totalElements: 0, hasNext: false }
const query = { page: 0, pageSize: 10 }

/** Returns a client whose platform replies with the given function, and the requests that it sent. */
function clientOf(
  answer: (init: FetchInit, nth: number) => Response | Promise<Response>,
  more: Partial<ClientDeps<CallName>> = {},
) {
  const sent: { address: string; init: FetchInit }[] = []
  const session: CallSession = { tokenForCall: async () => 'the-token', onUnauthorized: () => null }
  const call = createClient({
    calls,
    base: 'http://platform.test:8080',
    async fetch(address, init) {
      sent.push({ address, init })
      return answer(init, sent.length)
    },
    session,
    ...more,
  })
  return { call, sent }
}

/** A body that never ends. */
const endless = () => new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1000).fill(32)) })

test('a call goes to the path that the contract has for its name, with the token of the session', async () => {
  const { call, sent } = clientOf(() => Response.json(PAGE))
  expect(await call('customers', { query })).toEqual(PAGE)
  expect(sent).toEqual([
    {
      address: 'http://platform.test:8080/api/customers?page=0&pageSize=10',
      init: { method: 'GET', headers: { Accept: 'application/json', 'X-Authorization': 'Bearer the-token' } },
    },
  ])
})

test('a body that the platform reads as text goes as it was written, and any other as JSON', async () => {
  const { call, sent } = clientOf(() => new Response())
  const params = { entityType: 'DEVICE', entityId: DEVICE, scope: 'ANY' }
  for (const body of ['{"n":9007199254740993}', { n: 1 }]) await call('saveTimeseries', { params, body })
  await call('rpcOneway', { params: { deviceId: DEVICE }, body: { method: 'x' } })
  expect(sent.map(({ init }) => init.body)).toEqual(['{"n":9007199254740993}', '{"n":1}', '{"method":"x"}'])
})

test('unknown members of a reply are accepted; an odd one is replaced with a remark', async () => {
  const odd: string[] = []
  const row = { lastUpdateTs: 'x', key: 'Mode', value: 4, ofTomorrow: {} }
  const { call } = clientOf(() => Response.json([row, 'no attribute']), { onOdd: (remark) => odd.push(remark) })
  const params = { entityType: 'DEVICE', entityId: DEVICE, scope: 'SHARED_SCOPE' }
  expect(await call('attributes', { params })).toEqual([{ lastUpdateTs: 0, key: 'Mode', value: 4 }])
  expect(odd).toEqual([
    'attributes: an attribute: lastUpdateTs cannot be read and is passed over',
    'attributes: an attribute cannot be read and is left out (invalid_type)',
  ])
})

test('a refusal with unknown members is read', async () => {
  const refusal = { status: 409, message: 'Device was already changed', errorCode: 35, timestamp: 0, ofTomorrow: {} }
  const { call } = clientOf(() => Response.json(refusal, { status: 409 }))
  await expect(call('customers', { query })).rejects.toMatchObject({
    status: 409,
    errorCode: 35,
    serverMessage: 'Device was already changed',
  })
})

test('a list of the query repeats its key', () => {
  expect(addressOf('devicesByIds', { query: { deviceIds: ['a', 'b'], textSearch: undefined } })).toBe(
    '/api/devices?deviceIds=a&deviceIds=b',
  )
})

test('an endless reply is read only up to the limit', async () => {
  const { call } = clientOf(() => new Response(endless()), { maxReplyBytes: 10_000 })
  await expect(call('customers', { query })).rejects.toThrow(
    new UnexpectedReplyError('customers: The answer is longer than 10000 bytes'),
  )
})

test('an endless refusal still counts as a refusal', async () => {
  const { call } = clientOf(() => new Response(endless(), { status: 403 }))
  await expect(call('customers', { query })).rejects.toMatchObject({ status: 403, serverMessage: undefined })
})

test('a reply whose pieces split a letter is read correctly', async () => {
  const bytes = new TextEncoder().encode(JSON.stringify(['Lê Lợi']))
  const pieces = () =>
    new ReadableStream({
      start(controller) {
        for (const byte of bytes) controller.enqueue(new Uint8Array([byte]))
        controller.close()
      },
    })
  const { call } = clientOf(() => new Response(pieces()))
  const params = { entityType: 'DEVICE', entityId: DEVICE }
  expect(await call('timeseriesKeys', { params })).toEqual(['Lê Lợi'])
})

test('a reply that breaks off is a network error', async () => {
  const { call } = clientOf(
    () => new Response(new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) })),
  )
  await expect(call('customers', { query })).rejects.toThrow(new NetworkError('The answer broke off'))
})

test('an aborted call rejects with the reason of its signal', async () => {
  const aborting = new AbortController()
  const { call } = clientOf(() => {
    const body = new ReadableStream({
      pull(controller) {
        aborting.abort(new Error('left the page'))
        controller.error(aborting.signal.reason)
      },
    })
    return new Response(body)
  })
  await expect(call('customers', { query, signal: aborting.signal })).rejects.toThrow('left the page')
})

test('a session may return the newer token asynchronously', async () => {
  const session = { tokenForCall: async () => 'old', onUnauthorized: async (token: string | null) => `after ${token}` }
  const { call, sent } = clientOf((_, nth) => (nth === 1 ? new Response(null, { status: 401 }) : Response.json(PAGE)), {
    session,
  })
  expect(await call('customers', { query })).toEqual(PAGE)
  expect(sent[1]?.init.headers).toMatchObject({ 'X-Authorization': 'Bearer after old' })
})

test('the 401 of a sign-out, or of a step of a sign-in, does not affect the session', async () => {
  const asked: (string | null)[] = []
  const session: CallSession = {
    tokenForCall: async () => 'the-token',
    onUnauthorized(token) {
      asked.push(token)
      return null
    },
  }
  const { call, sent } = clientOf(() => new Response(null, { status: 401 }), { session })
  await expect(call('logout')).rejects.toMatchObject({ status: 401 })
  await expect(call('signInProviders', { stepToken: 'of-this-step' })).rejects.toMatchObject({ status: 401 })
  expect(asked).toEqual([])
  expect(sent.map(({ init }) => init.headers['X-Authorization'])).toEqual(['Bearer the-token', 'Bearer of-this-step'])
})

test('an empty body is null where a call may answer nothing, and an unexpected reply elsewhere', async () => {
  const { call } = clientOf(() => new Response(''))
  const params = { entityType: 'DEVICE', entityId: DEVICE }
  expect(await call('highestAlarmSeverity', { params })).toBeNull()
  await expect(call('customers', { query })).rejects.toThrow(UnexpectedReplyError)
})

test('a reply that is a file comes in pieces, with its name; a refusal is an error as for any call', async () => {
  const params = { deviceId: DEVICE }
  const headers = { 'content-disposition': 'attachment; filename="TLC-1.zip"' }
  const { call } = clientOf((_init, nth) =>
    nth === 1 ? new Response(endless(), { headers }) : new Response(null, { status: 403 }),
  )
  const file = await call('evidence', { params })
  const reader = file.bytes.getReader()
  expect([file.name, (await reader.read()).value?.length]).toEqual(['TLC-1.zip', 1000])
  await reader.cancel()
  await expect(call('evidence', { params })).rejects.toMatchObject({ status: 403 })
})

test('a file that breaks off says so', async () => {
  let pieces = 0
  const breaking = new ReadableStream({
    pull(controller) {
      pieces += 1
      if (pieces > 2) controller.error(new TypeError('terminated'))
      else controller.enqueue(new Uint8Array(1000))
    },
  })
  const { call } = clientOf(() => new Response(breaking))
  const { bytes } = await call('evidence', { params: { deviceId: DEVICE } })
  await expect(new Response(bytes).arrayBuffer()).rejects.toThrow(NetworkError)
})
