/** @file Devices over HTTP, against a complete platform. */
import { systemOfTests } from '@greenwave/harness/ofTest'
import { beforeEach, describe, expect, it } from 'vitest'
import type { DeviceData } from '../data/port/deviceData.ts'
import { LIMITS } from '../limits/limits.ts'
import { makeDevice } from '../testing/makeDevice.ts'
import { startPlatform } from '../testing/startPlatform.ts'
import { until } from '../testing/until.ts'
import { AttributeWaits } from './attributeWaits.ts'
import { WrongTokens } from './wrongTokens.ts'

let count = 0
let token = ''
let deviceId = ''
const platform = systemOfTests(await startPlatform())
beforeEach(() => {
  token = `token-${++count}`
  deviceId = makeDevice(platform.store, { accessToken: token }).id
})

const at = (path: string, by = token) => `${platform.url}/api/v1/${by}/${path}`
const post = (path: string, body: string, by = token) => fetch(at(path, by), { method: 'POST', body })
const statusAndText = async (response: Response | Promise<Response>) => {
  const { status, text } = await Promise.resolve(response).then(async (r) => ({
    status: r.status,
    text: await r.text(),
  }))
  return [status, text]
}
const latest = (key: string) => platform.store.data.latest(deviceId).get(key)?.value

describe('a device that speaks HTTP', () => {
  it('sends telemetry, which is stored when it is answered', async () => {
    expect(await statusAndText(post('telemetry', '{"T_D1":27,temp:10.0}'))).toEqual([200, ''])
    expect([latest('T_D1'), JSON.stringify(latest('temp'))]).toEqual([27, '10.0'])
  })

  it('is active from then on, by the rule of connectivity', async () => {
    await post('telemetry', '{"a":1}')
    const attributes = () => platform.store.data.attributes(deviceId, 'SERVER_SCOPE')
    await until(() => attributes().get('active')?.value === true)
    expect(attributes().get('lastActivityTime')?.value).toBeTypeOf('number')
  })

  it('reports attributes and reads those of both sides, all or some', async () => {
    expect(await statusAndText(post('attributes', '{"fw":"2.1.0","Mode":4}'))).toEqual([200, ''])
    await platform.store.data.saveAttributes(deviceId, 'SHARED_SCOPE', { Vang: 3, Mode: 2 }, 1)
    await platform.store.data.saveAttributes(deviceId, 'SERVER_SCOPE', { secret: 1 }, 1)
    const read = async (query = '') => (await fetch(at(`attributes${query}`))).json()
    expect(await read()).toEqual({ client: { fw: '2.1.0', Mode: 4 }, shared: { Vang: 3, Mode: 2 } })
    expect(await read('?clientKeys=fw,none&sharedKeys=Vang')).toEqual({ client: { fw: '2.1.0' }, shared: { Vang: 3 } })
    expect(await read('?sharedKeys=secret')).toEqual({})
  })

  it('waits for the next change of its shared attributes', async () => {
    const waiting = fetch(at('attributes/updates?timeout=20000'))
    // Writes until the device gets it, because nothing shows from outside that the wait has begun.
    let written = 0
    const writing = setInterval(() => {
      written += 1
      void platform.store.data.saveAttributes(deviceId, 'SHARED_SCOPE', { Mode: written }, written)
    }, 20)
    const answer = await waiting.finally(() => clearInterval(writing))
    expect([answer.status, await answer.json()]).toEqual([200, { Mode: expect.any(Number) }])
  })

  it('is reported when nothing changed in its time', async () => {
    expect(await statusAndText(fetch(at('attributes/updates?timeout=1')))).toEqual([408, ''])
  })

  it.each([
    ['telemetry', '{"a":'],
    ['telemetry', '7'],
    ['telemetry', '{"":1}'],
    ['attributes', '[]'],
    ['attributes', '{"a":null}'],
  ])('is refused on %s what cannot be stored: %s', async (path, body) => {
    expect((await post(path, body)).status).toBe(400)
  })

  it('is refused a body larger than a packet of MQTT may be', async () => {
    expect((await post('telemetry', JSON.stringify({ a: 'x'.repeat(LIMITS.deviceApiBodyBytes.value) }))).status).toBe(
      413,
    )
  })

  it('is unknown by a token that is none, and by the user name of MQTT credentials', async () => {
    const { userName } = makeDevice(platform.store)
    expect(await statusAndText(post('telemetry', '{"a":1}', 'nobody'))).toEqual([401, ''])
    expect(await statusAndText(post('telemetry', '{"a":1}', userName))).toEqual([401, ''])
  })
})

it('waiting devices are answered when the platform stops', async () => {
  const own = await startPlatform()
  const { id } = makeDevice(own.store, { accessToken: 'waits' })
  const waiting = fetch(`${own.url}/api/v1/waits/attributes/updates?timeout=300000`)
  // The device was heard, so the wait has begun, or will find the platform closed.
  await until(() => own.store.data.attributes(id, 'SERVER_SCOPE').has('lastActivityTime'))
  await own.close()
  expect((await waiting).status).toBe(408)
})

describe('bounds', () => {
  const silent: Pick<DeviceData, 'subscribe'> = { subscribe: () => () => {} }

  it('a device can have some questions waiting, not any number; one that hangs up makes room', async () => {
    const waits = new AttributeWaits(silent)
    const aborts: (() => void)[] = []
    const ask = () => waits.next('one', 60_000, (abort) => aborts.push(abort))
    const asked = Array.from({ length: LIMITS.deviceApiWaitsOfDevice.value }, ask)
    expect(await ask()).toBe('tooMany')
    aborts[0]?.()
    expect(await asked[0]).toBe('gone')
    asked.push(ask())
    waits.close()
    expect(await Promise.all(asked.slice(1))).toEqual(asked.slice(1).map(() => 'timeout'))
  })

  it('an address that tried tokens out while the clock was ahead is listened to once it is set back', () => {
    let now = 86_400_000
    const wrong = new WrongTokens(() => now)
    for (let i = 0; i < LIMITS.wrongTokensAtOnce.value; i += 1) wrong.count('a')
    now = 0
    expect(wrong.isBlocked('a')).toBe(false)
    wrong.count('a')
    expect(wrong.isBlocked('a')).toBe(false)
  })

  it('an address that tries tokens out is not listened to until time has passed', () => {
    let now = 0
    const wrong = new WrongTokens(() => now)
    for (let i = 0; i < LIMITS.wrongTokensAtOnce.value; i += 1) {
      expect(wrong.isBlocked('a')).toBe(false)
      wrong.count('a')
    }
    expect([wrong.isBlocked('a'), wrong.isBlocked('b')]).toEqual([true, false])
    now += LIMITS.wrongTokenEveryMs.value
    expect(wrong.isBlocked('a')).toBe(false)
    for (let i = 0; i <= LIMITS.wrongTokenAddresses.value; i += 1) wrong.count(`other ${i}`)
    expect(wrong.isBlocked('a')).toBe(false)
  })
})
