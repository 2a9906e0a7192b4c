import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressOf, requestOf } from '@greenwave/client/callRequest'
import { CONSOLE_SETTINGS_ELEMENT_ID, consoleSettingsOf } from '@greenwave/contract/wire/consoleSettings'
import { Api } from '@greenwave/harness/api'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DemoFaults } from '../cli/demo/demoFaults.ts'
import type { Platform } from '../start/platform.ts'
import { startPlatform, TEST_ADMIN } from '../testing/startPlatform.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000001'
const ALL_RED = { fault: 'all-red', seconds: 60 } as const

describe('faults of the demonstration', () => {
  let platform: Platform
  let api: Api
  let deviceId: string
  let other: string
  let notified: string[]
  let nowMs: number
  beforeEach(async () => {
    notified = []
    nowMs = 1_000_000
    const faults = new DemoFaults(() => nowMs, 1)
    const controllers = [{ name: 'TLC-1', clientId: 'tlc-1', faults: [], takesTurns: false }]
    faults.begin(controllers, (name, list) => notified.push(`${name} ${list.join()}`))
    platform = await startPlatform({ demonstration: faults })
    api = await Api.signIn(platform.url, TEST_ADMIN.email, TEST_ADMIN.password)
    const make = (name: string) =>
      api.createDevice({ name, label: '' }, { clientId: name.toLowerCase(), userName: name, password: 'secret' })
    deviceId = (await make('TLC-1')).id.id
    other = (await make('TLC-2')).id.id
  })
  afterEach(() => platform.close())

  const cause = (params = { deviceId }) => api.call('causeFault', { params, body: ALL_RED })

  it('begin at once, are shown with their end, and end when they are told to', async () => {
    const caused = { virtual: true, faults: [{ fault: 'all-red', until: 1_060_000 }] }
    expect(await cause()).toEqual(caused)
    expect(notified).toEqual(['TLC-1 all-red'])
    expect(await api.call('causedFaults', { params: { deviceId } })).toEqual(caused)
    expect(await api.call('endFaults', { params: { deviceId } })).toEqual({ virtual: true, faults: [] })
    expect(notified.at(-1)).toBe('TLC-1 ')
  })

  it('reach the controller of the device even if the device has another name now', async () => {
    const device = await api.call('device', { params: { deviceId } })
    await api.call('saveDevice', { body: { ...device, name: 'Renamed' } })
    await cause()
    expect(notified).toEqual(['TLC-1 all-red'])
  })

  it.each([
    [{ ...ALL_RED, fault: 'explosion' }, /fault: Invalid option/],
    [{ ...ALL_RED, seconds: 5 }, /seconds: give whole seconds, 10 to 3600/],
    [{ ...ALL_RED, seconds: 90.5 }, /seconds: give whole seconds, 10 to 3600/],
    [{ seconds: 60 }, /fault/],
  ])('%j is refused with the field and the fix', async (body, message) => {
    const parts = { params: { deviceId }, body }
    const address = platform.url + addressOf('causeFault', parts)
    const answer = await fetch(address, requestOf('causeFault', parts, api.token))
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ message: expect.stringMatching(message) }),
    ])
    expect(notified).toEqual([])
  })

  it('cannot be caused on a device without a virtual controller, and its audit record says so', async () => {
    expect(await api.call('causedFaults', { params: { deviceId: other } })).toEqual({ virtual: false, faults: [] })
    await expect(cause({ deviceId: other })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('No virtual controller runs for the device TLC-2'),
    })
    await expect(cause({ deviceId: UNKNOWN })).rejects.toMatchObject({ status: 404 })
    const { data } = await api.call('auditLogs', { query: { pageSize: 10, page: 0, actionTypes: 'RPC_CALL' } })
    expect(data).toMatchObject([
      { entityName: 'TLC-2', actionStatus: 'FAILURE', actionData: { method: 'causeFault', params: ALL_RED } },
    ])
  })

  it('are none of the business of customer users', async () => {
    const customer = await api.createCustomer('District 1')
    await api.createCustomerUser(customer, 'user@city.vn', 'correct horse battery')
    await api.assign(customer, deviceId)
    const { call } = await Api.signIn(platform.url, 'user@city.vn', 'correct horse battery')
    const params = { deviceId }
    for (const asked of [
      () => call('causedFaults', { params }),
      () => call('causeFault', { params, body: ALL_RED }),
      () => call('endFaults', { params }),
    ]) {
      await expect(asked()).rejects.toMatchObject({ status: 403 })
    }
    expect(notified).toEqual([])
  })
})

describe('an installation that is no demonstration', () => {
  it('knows none of these calls, for administrators too', async () => {
    const platform = await startPlatform()
    try {
      const { call } = await Api.signIn(platform.url, TEST_ADMIN.email, TEST_ADMIN.password)
      const device = await call('saveDevice', { body: { name: 'TLC-1' } })
      const params = { deviceId: device.id.id }
      for (const asked of [
        () => call('causedFaults', { params }),
        () => call('causeFault', { params, body: ALL_RED }),
        () => call('endFaults', { params }),
      ]) {
        await expect(asked()).rejects.toMatchObject({ status: 404, message: "Requested item wasn't found!" })
      }
    } finally {
      await platform.close()
    }
  })

  it('does not tell its console that it is one', async () => {
    const consoleDir = mkdtempSync(join(tmpdir(), 'greenwave-console-'))
    writeFileSync(
      join(consoleDir, 'index.html'),
      `<html><head><meta property="csp-nonce" nonce="" /><script type="application/json" id="${CONSOLE_SETTINGS_ELEMENT_ID}">{}</script></head></html>`,
    )
    const isTold = async (demonstration?: DemoFaults): Promise<boolean | undefined> => {
      const platform = await startPlatform({ consoleDir, ...(demonstration && { demonstration }) })
      try {
        const page = await (await fetch(platform.url)).text()
        return consoleSettingsOf(JSON.parse(/settings">(.*)<\/script>/.exec(page)?.[1] ?? '')).demonstration
      } finally {
        await platform.close()
      }
    }
    try {
      expect([await isTold(), await isTold(new DemoFaults(() => 0, 1))]).toEqual([false, true])
    } finally {
      rmSync(consoleDir, { recursive: true })
    }
  })
})
