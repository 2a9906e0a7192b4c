import { systemOfTests } from '@greenwave/harness/ofTest'
import { describe, expect, test } from 'vitest'
import { startGateway } from '../../testing/startGateway.ts'
import { until } from '../../testing/until.ts'

const system = systemOfTests(await startGateway())

const setMode = { method: 'setMode', params: { Mode: 2 }, timeoutMs: 60_000, oneway: false }

describe('calls to a device [contract 11]', () => {
  test.each([
    ['v1/devices/me/rpc/request/+', 'v1/devices/me/rpc/request/', 'v1/devices/me/rpc/response/'],
    ['v2/r/req/+', 'v2/r/req/', 'v2/r/res/'],
    ['v2/r/req/j/+', 'v2/r/req/j/', 'v2/r/res/j/'],
  ])('arrive on %s and resolve with the answer', async (filter, requestPrefix, responsePrefix) => {
    const { made, device } = await system.online()
    await device.subscribe(filter)
    const call = system.gateway.callDevice(made.id, setMode)
    const request = await device.next('publish')
    expect(request.topic.startsWith(requestPrefix)).toBe(true)
    expect(JSON.parse(request.payload.toString())).toEqual({ method: 'setMode', params: { Mode: 2 } })
    device.publish(`${responsePrefix}${request.topic.slice(requestPrefix.length)}`, { done: true })
    expect(await call).toEqual({ answer: { done: true } })
  })

  test.each([
    ['text that is no JSON', 'done', 'done'],
    ['nothing', '', undefined],
    ['a number', '3', 3],
  ])('may be answered with %s', async (_what, text, answer) => {
    const { made, device } = await system.online()
    await device.subscribe('v1/devices/me/rpc/request/+')
    const call = system.gateway.callDevice(made.id, setMode)
    const { topic } = await device.next('publish')
    device.publish(topic.replace('request', 'response'), text)
    expect(await call).toEqual({ answer })
  })

  test('several at once find their own answers', async () => {
    const { made, device } = await system.online()
    await device.subscribe('v1/devices/me/rpc/request/+')
    const calls = ['a', 'b'].map((method) => system.gateway.callDevice(made.id, { ...setMode, method }))
    const requests = [await device.next('publish'), await device.next('publish')]
    for (const { topic, payload } of requests.reverse()) {
      device.publish(topic.replace('request', 'response'), JSON.stringify(JSON.parse(payload.toString()).method), 0)
    }
    expect(await Promise.all(calls)).toEqual([{ answer: 'a' }, { answer: 'b' }])
  })

  test('one way resolves at once and waits for nothing', async () => {
    const { made, device } = await system.online()
    await device.subscribe('v1/devices/me/rpc/request/+')
    expect(await system.gateway.callDevice(made.id, { ...setMode, oneway: true })).toEqual({ answer: undefined })
    expect((await device.next('publish')).topic).toMatch(/^v1\/devices\/me\/rpc\/request\/\d+$/)
  })

  test('get no answer from a device that did not subscribe, that stays silent or that is away', async () => {
    const { made, device } = await system.online()
    expect(await system.gateway.callDevice(made.id, setMode)).toBe('noAnswer')
    await device.subscribe('v1/devices/me/rpc/request/+')
    expect(await system.gateway.callDevice(made.id, { ...setMode, timeoutMs: 1 })).toBe('noAnswer')
    device.end()
    await until(() => system.gateway.sessionCount === 0)
    expect(await system.gateway.callDevice(made.id, setMode)).toBe('noAnswer')
  })

  test('may be answered over a new connection', async () => {
    const { made, device } = await system.online()
    await device.subscribe('v1/devices/me/rpc/request/+')
    const call = system.gateway.callDevice(made.id, setMode)
    const { topic } = await device.next('publish')
    device.end()
    const again = await system.connect(made)
    again.publish(topic.replace('request', 'response'), { done: true })
    expect(await call).toEqual({ answer: { done: true } })
  })

  test('cannot be answered by another device', async () => {
    const { made, device } = await system.online()
    const other = await system.online()
    await device.subscribe('v1/devices/me/rpc/request/+')
    const call = system.gateway.callDevice(made.id, setMode)
    const answerTopic = (await device.next('publish')).topic.replace('request', 'response')
    other.device.publish(answerTopic, '"theirs"')
    await other.device.next('puback')
    device.publish(answerTopic, '"mine"')
    expect(await call).toEqual({ answer: 'mine' })
  })

  test('of a device that is deleted are given up', async () => {
    const { made, device } = await system.online()
    await device.subscribe('v1/devices/me/rpc/request/+')
    const call = system.gateway.callDevice(made.id, setMode)
    await device.next('publish')
    system.gateway.disconnectDevice(made.id, 'deviceDeleted')
    expect(await call).toBe('noAnswer')
  })

  test('an answer to no call is acknowledged and changes nothing', async () => {
    const { device } = await system.online()
    const messageId = device.publish('v1/devices/me/rpc/response/99', 'x')
    expect(await device.next('puback')).toMatchObject({ messageId })
  })
})

describe('calls from a device [contract 11]', () => {
  test.each([
    ['v1/devices/me/rpc/request/5', 'v1/devices/me/rpc/response/5'],
    ['v2/r/req/5', 'v2/r/res/5'],
  ])('getSessionLimits on %s is answered on %s', async (question, answer) => {
    const { device } = await system.online()
    device.publish(question, { method: 'getSessionLimits', params: {} })
    const packet = await device.next('publish')
    expect(packet.topic).toBe(answer)
    expect(JSON.parse(packet.payload.toString())).toEqual({
      maxPayloadSize: 65_536,
      maxInflightMessages: 100,
      rateLimits: {},
    })
  })

  test('a method that does not exist is answered with an error', async () => {
    const { device } = await system.online()
    device.publish('v1/devices/me/rpc/request/5', { method: 'reboot', params: {} })
    expect(JSON.parse((await device.next('publish')).payload.toString())).toEqual({
      error: 'Unsupported method: reboot',
    })
  })
})
