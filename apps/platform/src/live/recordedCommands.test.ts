/**
 * @file Messages to the live socket that were recorded with a ThingsBoard CE 4.3 are answered alike, or as listed here.
 * What came there later, because of a subscription that is refused here, is not waited for.
 */

import { type RecordedRequest, readExchanges } from '@greenwave/client/testing/thingsboardExchanges'
import { LIVE_ERRORS, LIVE_PATH, LiveCommand, type SubscriptionFrame } from '@greenwave/contract/wire/live'
import { Api, issueTokens } from '@greenwave/harness/api'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Platform } from '../start/platform.ts'
import { LiveClient } from '../testing/liveClient.ts'
import { COMPARED_BY_VALUE, RecordedNames } from '../testing/recordedExchanges.ts'
import { startPlatform, TEST_ADMIN } from '../testing/startPlatform.ts'

const compared = new Set<number>(COMPARED_BY_VALUE.values)
const recording = readExchanges().frames.filter(({ n }) => !compared.has(n))
const messages = recording.filter(({ send }) => send !== undefined)

const error = (subscriptionId: number, errorCode: number, errorMsg: string) => ({
  subscriptionId,
  errorCode,
  errorMsg,
  data: null,
  latestValues: {},
})
/** The answer to commands for lists of entities and alarms: the console asks for them by REST, in the same rhythm. */
const NOT_OFFERED = error(1, LIVE_ERRORS.badRequest, 'Failed to parse the payload')
/** The commands that are offered and get another answer, by number: why, and which. */
const DIFFERENT: Readonly<Record<number, readonly [why: string, answer: object]>> = {
  217: ['attributes of a foreign device are refused', error(1, LIVE_ERRORS.internal, 'Failed to fetch attributes!')],
}

const LOGIN = { clientId: '', userName: 'ctr-5', password: 'secret' }
let platform: Platform
let names: RecordedNames
let sockets: Readonly<Partial<Record<RecordedRequest['by'], LiveClient>>>
beforeAll(async () => {
  platform = await startPlatform()
  const api = await Api.signIn(platform.url, TEST_ADMIN.email, TEST_ADMIN.password)
  const customer = await api.createCustomer('ctr-cust1')
  await api.createCustomerUser(customer, 'ctr-u1@greenwave.test', 'of the recording')
  const { token } = await issueTokens(platform.url, 'ctr-u1@greenwave.test', 'of the recording')
  const foreign = await api.createDevice({ name: 'ctr-TLC-0003', label: '' }, { ...LOGIN, userName: 'ctr-3' })
  const sending = await api.createDevice({ name: 'ctr-TLC-0005', label: '' }, LOGIN)
  names = new RecordedNames({ device3: foreign.id.id, device5: sending.id.id })
  const opened = async (accessToken: string): Promise<LiveClient> => {
    const socket = await new LiveClient(platform.url.replace(/^http/, 'ws') + LIVE_PATH).opened()
    socket.send({ authCmd: { cmdId: 0, token: accessToken } })
    return socket
  }
  sockets = { tenantAdmin: await opened(api.token), customerUser1: await opened(token) }
})
afterAll(async () => {
  for (const { socket } of Object.values(sockets)) socket.terminate()
  await platform.close()
})

it.each(messages)('$n $title', async ({ n, by, send, frames }) => {
  sockets[by]?.send(names.placed(JSON.stringify(send)))
  const isOffered = send?.cmds.every((command) => LiveCommand.safeParse(command).success)
  expect(await sockets[by]?.next()).toEqual(isOffered ? (DIFFERENT[n]?.[1] ?? frames[0]) : NOT_OFFERED)
})

it('627 MQTT telemetry array: the newest of each key, in as many frames as it takes', async () => {
  const { cause, frames } = recording.find(({ n }) => n === 627) ?? { frames: [] }
  const socket = sockets.tenantAdmin
  const entity = { entityType: 'DEVICE', entityId: names.placed('{{device5}}') }
  socket?.send({ cmds: [{ type: 'TIMESERIES', ...entity, cmdId: 9 }] })
  expect(await socket?.next()).toMatchObject({ subscriptionId: 9, data: {} })
  const device = await connectAsync(platform.mqttUrl, { username: LOGIN.userName, password: LOGIN.password })
  const { mqtt, payload }: { mqtt: string; payload: object } = Object(cause)
  await device.publishAsync(mqtt, JSON.stringify(payload), { qos: 1 })
  await device.endAsync()
  const heard = new Map<string, unknown>()
  const note = ({ data }: Pick<SubscriptionFrame, 'data'>): void => {
    for (const [key, samples] of Object.entries(data ?? {})) heard.set(key, samples.at(-1))
  }
  for (const frame of frames) note(frame)
  const recorded = new Map(heard)
  heard.clear()
  while (heard.size < recorded.size) {
    const frame = await socket?.next()
    if (frame?.subscriptionId === 9) note(frame)
  }
  expect(heard).toEqual(recorded)
})
