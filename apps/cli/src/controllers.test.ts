import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderOfTests, systemOfTests } from '@greenwave/harness/ofTest'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { writeDeviceTime } from '@greenwave/controller/attributes'
import { timeZoneOf } from '@greenwave/controller/timeZone'
import { Api } from '@greenwave/harness/api'
import { type GreenwaveProcess, startGreenwave } from '@greenwave/harness/greenwaveProcess'
import { ADMIN_EMAIL, startPlatformProcess } from '@greenwave/harness/platformProcess'
import { afterEach, describe, expect, test } from 'vitest'

let admin: Api
const folder = folderOfTests()
let fleet: GreenwaveProcess | undefined

const COUNT = 5
const LONG_AGO = { year: 2020, month: 2, day: 29, hour: 3, minute: 4, second: 5 }

// The tests share a platform, in this order: only before the first one no controller was heard.
const platform = systemOfTests(await startPlatformProcess())
admin = await Api.signIn(platform.url, ADMIN_EMAIL, platform.adminPassword)
const ids: string[] = []
for (let number = 1; number <= COUNT; number += 1) ids.push(await makeController(number))
afterEach(async () => {
  fleet?.signal('SIGTERM')
  await fleet?.ended
  fleet = undefined
})

async function makeController(number: number): Promise<string> {
  const login = { clientId: `c${number}`, userName: `u${number}`, password: `secret-${number}` }
  const device = await admin.createDevice({ name: `TLC-${number}`, label: `Junction ${number}` }, login)
  const settings = { Mode: 4, Vang: 3, Do_cong: 2, Plan_total: 1, P1_ENT: 1 }
  await admin.writeAttributes(device.id.id, 'SHARED_SCOPE', settings)
  return device.id.id
}

/** Starts the fleet of a credentials file with some wrong passwords. */
function startFleet(wrong: readonly number[] = [], more: readonly string[] = []): GreenwaveProcess {
  const file = join(folder, 'controllers.csv')
  const lines = ids.map((_, index) => {
    const number = index + 1
    return `TLC-${number},c${number},u${number},${wrong.includes(number) ? 'guessed' : `secret-${number}`}`
  })
  writeFileSync(file, `name,clientId,userName,password\n${lines.join('\n')}\n`)
  const args = ['controllers', '--count', String(COUNT), '--url', platform.mqttUrl, '--credentials', file, ...more]
  fleet = startGreenwave(args)
  return fleet
}

/** Returns when a device last sent a value, milliseconds; 0: never. */
async function saidAt(id: string, key: string): Promise<number> {
  return (await sample(id, key))?.ts ?? 0
}
async function sample(id: string, key: string) {
  const query = { keys: key, useStrictDataTypes: 'true' }
  const sampled = (await admin.call('timeseries', { params: ofDevice(id), query }))[key]?.[0]
  return sampled?.value === null ? undefined : sampled
}
const eventually = (ask: () => Promise<unknown>) => expect.poll(ask, { interval: 200 })
/** Returns the numbers of the controllers that have sent something since a time. */
async function heardSince(time: number): Promise<number[]> {
  const times = await Promise.all(ids.map((id) => saidAt(id, 'T_D1')))
  return times.flatMap((ts, index) => (ts > time ? index + 1 : []))
}

describe('greenwave controllers', () => {
  test('connects each of its file, names a wrong password by its line while the others go on, and ends with 0', async () => {
    const running = startFleet([2])
    await running.says(/^controllers: line 3, TLC-2: Connection refused/m)
    await eventually(() => heardSince(0)).toEqual([1, 3, 4, 5])
    const goesOnSince = Date.now()
    await eventually(() => heardSince(goesOnSince)).toEqual([1, 3, 4, 5])
    running.signal('SIGINT')
    expect((await running.ended).code).toBe(0)
  })

  test('all come back to a platform that was killed and started again', async () => {
    const running = startFleet()
    await running.says(/5 of 5 connected/)
    await platform.kill()
    await platform.restart()
    const restartedAt = Date.now()
    admin = await Api.signIn(platform.url, ADMIN_EMAIL, platform.adminPassword)
    await eventually(() => heardSince(restartedAt)).toEqual([1, 2, 3, 4, 5])
    running.signal('SIGINT')
    expect((await running.ended).code).toBe(0)
  })

  test('(R16) their clocks show the time of the city', async () => {
    const [id = ''] = ids
    const startedAt = Date.now()
    const running = startFleet([], ['--time-zone', 'America/St_Johns'])
    await running.says(/5 of 5 connected/)
    await eventually(() => saidAt(id, 'Minute')).toBeGreaterThan(startedAt)
    const { ts = 0, value } = (await sample(id, 'Minute')) ?? {}
    // Half an hour from those of Asia/Ho_Chi_Minh; a minute may have begun since the controller read its clock.
    const shown = [ts - 5000, ts].map((ms) => new Date(ms + timeZoneOf('America/St_Johns').aheadMs(ms)).getUTCMinutes())
    expect(shown).toContain(Number(value))
  })

  test('(R17) a controller takes a time that is pushed to it, and after its restart not that old time again', async () => {
    const [id = ''] = ids
    const year = async () => (await sample(id, 'Year'))?.value
    const first = startFleet()
    await first.says(/5 of 5 connected/)
    await admin.writeAttributes(id, 'SHARED_SCOPE', { ...writeDeviceTime(LONG_AGO), Vang: 4 })
    await eventually(year).toBe(LONG_AGO.year)
    first.signal('SIGINT')
    expect((await first.ended).code).toBe(0)
    const second = startFleet()
    await second.says(/5 of 5 connected/)
    await eventually(year).toBeGreaterThan(LONG_AGO.year)
    // The platform still has the old time, and the settings sent with it were accepted.
    expect((await admin.attributes(id, 'SHARED_SCOPE')).Year).toBe(2020)
    expect((await admin.attributes(id, 'CLIENT_SCOPE')).Vang).toBe(4)
  })
})
