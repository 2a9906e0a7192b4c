import { type CorridorPlace, CORRIDOR_TYPE, writeCorridor } from '@greenwave/contract/records/corridors'
import { parseWave, WAVE_KEY } from '@greenwave/contract/records/waves'
import { Api } from '@greenwave/harness/api'
import { expect, test } from 'vitest'
import { WatchedCity } from '../testing/watchedCity.ts'

/** A cycle of 12 s, 6 s of them green for the street. Its junctions are a metre apart, so that nobody waits for the last one. */
const SHORT = {
  ...{ Mode: 4, Vang: 1, Do_cong: 1, Plan_total: 1, P1_HH: 0, P1_MM: 0, P1_Pr: 1, P1_ENT: 1 },
  ...{ Pr1_X1: 6, Pr1_X2: 2, Pr1_X3: 0, Start_Pr1_X1: 0, Start_Pr1_X2: 8, Start_Pr1_X3: 0 },
}
const PASSWORD = 'sóng xanh trên phố'

test('watchers of two shares judge a corridor once, with the junctions of both, and its customer sees what breaks it', async () => {
  const city = await WatchedCity.build(4, {}, SHORT)
  try {
    city.cause('TLC-2', 'clock-off:6')
    // Whoever sees a clock being set waits until the program has followed it.
    await city.untilSecondsLater('TLC-2', 4)
    const limits = { brokenCycles: 2, wholeCycles: 1 }
    const place = (device: string, nth: number): CorridorPlace => ({
      device,
      distance: nth === 0 ? null : 1,
      speed: { outbound: 36, inbound: 36 },
      phase: { outbound: 1, inbound: null },
    })
    const corridor = await city.api.call('saveAsset', {
      body: {
        ...{ name: 'Trục chính', type: CORRIDOR_TYPE, customerId: city.customer.id },
        additionalInfo: writeCorridor(null, { junctions: [...city.ids.values()].map(place) }),
      },
    })
    const asset = { entityType: 'ASSET', entityId: corridor.id.id } as const
    const watchers = [
      await city.watchHere({ i: 1, n: 2 }, {}, limits),
      await city.watchHere({ i: 2, n: 2 }, {}, limits),
    ]
    await city.api.createCustomerUser(city.customer, 'street@q1.vn', PASSWORD)
    const theirs = await Api.signIn(city.platform.url, 'street@q1.vn', PASSWORD)
    const wave = async () => {
      const [found] = await theirs.call('attributes', {
        params: { ...asset, scope: 'SERVER_SCOPE' },
        query: { keys: WAVE_KEY },
      })
      return parseWave(found?.value)
    }
    const alarms = async () =>
      (await theirs.call('entityAlarmsV2', { params: asset, query: { pageSize: 10, page: 0 } })).data
    await expect.poll(wave).toMatchObject({ plan: '1', cycle: 12, planned: { outbound: 5.7, inbound: null } })
    await expect.poll(async () => (await alarms()).map(({ type }) => type)).toEqual(['Green wave broken'])
    const [alarm] = await alarms()
    expect(alarm).toMatchObject({
      ...{ originator: { entityType: 'ASSET', id: corridor.id.id }, severity: 'MINOR', status: 'ACTIVE_UNACK' },
      details: { code: 'corridor', facts: { direction: 'outbound', cause: 'clock', junction: 'Ngã tư 2' } },
    })
    expect((await wave())?.causes).toMatchObject([{ code: 'clock', junction: 'Ngã tư 2' }])
    const pulses = await Promise.all(['gw_watch_1of2', 'gw_watch_2of2'].map((key) => city.pulse(key)))
    const counted = pulses.flatMap((pulse) => pulse?.levels ?? []).reduce((sum, count) => sum + count, 0)
    expect(counted).toBe(4)
    for (const watcher of watchers) {
      await watcher.close()
      expect(watcher.complaints).toEqual([])
    }
  } finally {
    await city.end()
  }
})
