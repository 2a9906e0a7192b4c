/**
 * @file What was recorded about attributes and telemetry with a ThingsBoard CE 4.3, by REST, on the live socket and over
 * MQTT, is answered alike, or as listed here.
 */
import type { RecordedFrames, RecordedPushes, RecordedRequest } from '@greenwave/client/testing/thingsboardExchanges'
import { LIVE_PATH, type SubscriptionFrame } from '@greenwave/contract/wire/live'
import { Api, issueTokens } from '@greenwave/harness/api'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseKeepingLiterals } from '../data/values/numberLiteral.ts'
import type { Platform } from '../start/platform.ts'
import { LiveClient } from '../testing/liveClient.ts'
import { RecordedNames, recorded } from '../testing/recordedExchanges.ts'
import { startPlatform, TEST_ADMIN } from '../testing/startPlatform.ts'
import { until } from '../testing/until.ts'

type Frame = Pick<SubscriptionFrame, 'subscriptionId' | 'data'>

const recording = recorded('values')
const SERVER_TIME = 1_795_309_150_000

/** What is answered otherwise, by its number: the status with a part of the text, or the frames. */
const DIFFERENT: Readonly<
  Record<number, { readonly why: string; readonly status?: number; readonly text?: string; readonly frames?: Frame[] }>
> = {
  516: { why: 'the refusal names the member', status: 400, text: 'Telemetry ts is not a time in milliseconds: "abc"' },
  523: {
    why: 'a sample of the future gets the time at which it came',
    frames: [{ subscriptionId: 1, data: { fut: [[SERVER_TIME, '1']] } }],
  },
  531: { why: 'the refusal names the parameter and what it must be', status: 400, text: "Parameter 'ttl' is 'abc'" },
  562: { why: 'history of a foreign device is refused', status: 403, text: "You don't have permission" },
}
/** Writes of customer users, who only watch here. The administrator makes them in their place. */
const ONLY_WATCHES = [534, 571]

const PASSWORD = 'of the recording'
let platform: Platform
let names: RecordedNames
let tokens: Readonly<Record<RecordedRequest['by'], string>>
let socket: LiveClient
let device: MqttClient
const pushed: { topic: string; payload: string }[] = []
let probes = 100

beforeAll(async () => {
  platform = await startPlatform()
  const api = await Api.signIn(platform.url, TEST_ADMIN.email, TEST_ADMIN.password)
  const [one, two] = [await api.createCustomer('ctr-cust1'), await api.createCustomer('ctr-cust2')]
  const tokenOf = async (email: string, customer: typeof one): Promise<string> => {
    await api.createCustomerUser(customer, email, PASSWORD)
    return (await issueTokens(platform.url, email, PASSWORD)).token
  }
  tokens = {
    tenantAdmin: api.token,
    customerUser1: await tokenOf('ctr-u1@greenwave.test', one),
    customerUser2: await tokenOf('ctr-u2@greenwave.test', two),
  }
  const login = { clientId: '', userName: 'ctr-5', password: 'secret' }
  const first = await api.createDevice({ name: 'ctr-TLC-0001', label: '', customer: one }, { ...login, userName: '1' })
  const fifth = await api.createDevice({ name: 'ctr-TLC-0005', label: '' }, login)
  names = new RecordedNames({ device1: first.id.id, device5: fifth.id.id })
  socket = await new LiveClient(platform.url.replace(/^http/, 'ws') + LIVE_PATH).opened()
  socket.send({ authCmd: { cmdId: 0, token: api.token } })
  device = await connectAsync(platform.mqttUrl, { username: login.userName, password: login.password })
  device.on('message', (topic, payload) => void pushed.push({ topic, payload: payload.toString() }))
  await device.subscribeAsync(['v1/devices/me/attributes', 'v1/devices/me/attributes/response/+'])
})
afterAll(async () => {
  socket.socket.terminate()
  await device.endAsync(true)
  await platform.close()
})

const ask = ({ method, path, body, by }: RecordedRequest, as = by): Promise<Response> =>
  fetch(platform.url + names.placed(path), {
    method,
    headers: { 'x-authorization': `Bearer ${tokens[as]}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: names.placed(body) }),
  })

/** Returns the frames that have come by now: those before the reply to a subscription that is made for this. */
async function framesSoFar(): Promise<Frame[]> {
  probes += 1
  const probe = { type: 'ATTRIBUTES', entityType: 'DEVICE', entityId: names.placed('{{device1}}'), cmdId: probes }
  socket.send({ cmds: [probe] })
  const frames: Frame[] = []
  for (;;) {
    const frame = await socket.next()
    if (frame.subscriptionId === probes) return frames
    frames.push(frame)
  }
}

/** Returns the newest value of each key of each subscription: an array of samples may come in one frame or in several. */
function newestOf(frames: readonly Readonly<Record<string, unknown>>[]): Record<string, unknown> {
  const newest: Record<string, Record<string, unknown>> = {}
  for (const { subscriptionId, data } of frames) {
    const last = Object.entries(Object(data)).map(([key, samples]) => [key, Object(samples).at(-1)])
    newest[String(subscriptionId)] = { ...newest[String(subscriptionId)], ...Object.fromEntries(last) }
  }
  return newest
}

async function expectAnswer(request: RecordedRequest): Promise<void> {
  const { n, status, answer } = request
  if (ONLY_WATCHES.includes(n)) expect((await ask(request)).status).toBe(403)
  await framesSoFar()
  const response = await ask(request, ONLY_WATCHES.includes(n) ? 'tenantAdmin' : request.by)
  const text = await response.text()
  const different = DIFFERENT[n]
  if (different?.status !== undefined) {
    expect([response.status, text]).toEqual([different.status, expect.stringContaining(different.text ?? '')])
    return
  }
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const read = inAnyOrder(isJson ? parseKeepingLiterals(text) : text)
  expect([response.status, read]).toEqual([status, names.expected(inAnyOrder(answer), read)])
}

/** Returns names and attributes in one order, because none is promised; other answers unchanged. */
function inAnyOrder(answer: unknown): unknown {
  if (!Array.isArray(answer)) return answer
  return answer.toSorted((a, b) => (String(a.key ?? a) < String(b.key ?? b) ? -1 : 1))
}

async function expectFrames({ n, send, cause, frames }: RecordedFrames): Promise<void> {
  if (send !== undefined) socket.send(names.placed(JSON.stringify(send)))
  const { mqtt, payload }: { mqtt?: string; payload?: object } = Object(cause)
  if (mqtt !== undefined) {
    await device.publishAsync(mqtt, JSON.stringify(payload), { qos: 1 })
    await device.publishAsync('v1/devices/me/attributes', '{"cs":"x","cj":{"a":[1]}}', { qos: 1 })
    await device.publishAsync('v1/devices/me/attributes/request/1', '{"sharedKeys":"s,list,plan"}', { qos: 1 })
  }
  const newest = newestOf(await framesSoFar())
  expect(newest).toEqual(names.expected(newestOf(DIFFERENT[n]?.frames ?? frames), newest))
}

async function expectPushes({ pushes }: RecordedPushes): Promise<void> {
  await until(() => pushed.length >= pushes.length)
  const parsed = ({ topic, payload }: { topic: string; payload: string }) => [topic, parseKeepingLiterals(payload)]
  expect(pushed.map(parsed)).toEqual(pushes.map(parsed))
}

it.each(recording)('$n $title', async (recorded) => {
  if ('pushes' in recorded) await expectPushes(recorded)
  else if ('frames' in recorded) await expectFrames(recorded)
  else await expectAnswer(recorded)
})
