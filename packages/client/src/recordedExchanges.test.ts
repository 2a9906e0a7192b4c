/** @file Every answer and frame that was recorded with a ThingsBoard CE 4.3 is read by the client. */
import { type Call, type CallName, calls } from '@greenwave/contract/wire/calls/calls'
import { expect, it } from 'vitest'
import type { CallApi } from './callTypes.ts'
import { createClient } from './createClient.ts'
import { LiveConnection } from './liveConnection.ts'
import { TestClock } from './testing/testClock.ts'
import { TestSockets } from './testing/testSocket.ts'
import { type RecordedRequest, readExchanges } from './testing/thingsboardExchanges.ts'

const ids: string[] = []
/** Gives each name of the recording an id. */
const place = (text: string): string =>
  text.replaceAll(/\{\{([^}]+)\}\}/g, (_, name: string) => {
    if (!ids.includes(name)) ids.push(name)
    return `00000000-0000-4000-8000-${String(ids.indexOf(name)).padStart(12, '0')}`
  })
const { requests, frames } = readExchanges({ place })

/** Calls that are not in the contract, and why. */
const NOT_MADE: Readonly<Record<string, string>> = {
  '/api/relation': 'a corridor names its junctions in its own attributes',
  '/api/v2/relation': 'the same',
  '/api/assetProfileInfos': 'types of assets are never listed',
}

/** The paths of all calls as patterns, those with the fewest parameters first: `/alarm/types` before `/alarm/:alarmId`. */
const patterns = Object.entries<Call>(calls)
  .flatMap(([name, { method, path, aliases = [] }]) => [path, ...aliases].map((way) => ({ name, method, way })))
  .sort((a, b) => a.way.split(':').length - b.way.split(':').length)
  .map(({ name, method, way }) => {
    const pattern = new RegExp(`^${way.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
    return { name: name as CallName, method, pattern }
  })

/** Returns the call of a request with its arguments; undefined where the contract has none. */
function callOf({ method, path, body }: RecordedRequest) {
  const { pathname, searchParams } = new URL(path, 'http://platform.test')
  const row = patterns.find((one) => one.method === method && one.pattern.test(pathname))
  if (row === undefined) return undefined
  const query = Object.fromEntries([...searchParams.keys()].map((key) => [key, searchParams.getAll(key)]))
  return { name: row.name, args: { params: row.pattern.exec(pathname)?.groups, query, ...(body && { body }) } }
}

/** Returns the answer as it came over the wire. */
function wireOf({ answer, status, contentType }: RecordedRequest): Response {
  const isJson = contentType?.startsWith('application/json')
  const headers = contentType === undefined ? {} : { 'Content-Type': contentType }
  return new Response(isJson ? JSON.stringify(answer) : String(answer), { status, headers })
}

it.each(requests)('$n $title', async (request) => {
  const asked = callOf(request)
  if (asked === undefined) {
    expect(Object.keys(NOT_MADE).some((path) => request.path.startsWith(path))).toBe(true)
    return
  }
  const odd: string[] = []
  const call: CallApi = createClient({
    calls,
    base: '',
    fetch: async () => wireOf(request),
    session: { tokenForCall: async () => 'token', onUnauthorized: () => null },
    onOdd: (remark) => odd.push(remark),
  })
  // A recorded request has whatever arguments it had.
  const read = call(asked.name, asked.args as never)
  const { status, answer } = request
  if (status >= 400) {
    const { message = String(answer), errorCode } = Object(answer)
    await expect(read).rejects.toMatchObject({ name: 'ApiError', status, serverMessage: message, errorCode })
    return
  }
  const value = await read
  expect(odd).toEqual([])
  if (Array.isArray(Object(answer).data)) expect(Object(value).data).toHaveLength(Object(answer).data.length)
})

it('a live connection hands on the frames of its subscriptions, passes over those of others, and stays', () => {
  const sockets = new TestSockets()
  const clock = new TestClock()
  const [odd, passedOver]: [string[], string[]] = [[], []]
  const connection = new LiveConnection({
    openSocket: sockets.open,
    after: clock.after,
    nowMs: () => clock.nowMs,
    token: () => 'token',
    policy: { retryMs: () => undefined, provenAfterMs: 1, openWithinMs: 1, quietMs: 1, probeAnswerMs: 1 },
    log: (remark) => passedOver.push(remark),
    onOdd: (remark) => odd.push(remark),
  })
  connection.connect()
  sockets.last.events.opened()
  const subscribed = new Map<unknown, unknown[]>()
  for (let id = 1; id < 50; id += 1) {
    const heard: unknown[] = []
    const command = { type: 'TIMESERIES', entityType: 'DEVICE', entityId: '', scope: '' } as const
    connection.subscribe(command, (frame) => heard.push(frame))
    subscribed.set(id, heard)
  }
  const all = frames.flatMap((exchange) => exchange.frames)
  const ours = all.filter(({ errorCode, subscriptionId }) => errorCode === 0 && subscriptionId !== undefined)
  for (const frame of ours) {
    sockets.last.say(frame)
    expect(subscribed.get(frame.subscriptionId)?.at(-1)).toEqual(frame)
  }
  expect(passedOver).toEqual([])
  const others = all.filter((frame) => !ours.includes(frame))
  for (const frame of others) sockets.last.say(frame)
  expect(passedOver).toHaveLength(others.length)
  expect([ours.length > 10, others.length > 100, odd]).toEqual([true, true, []])
  expect(connection.state).toEqual({ kind: 'live' })
})
