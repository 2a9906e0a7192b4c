import { playedCalls } from '@greenwave/client/testing/playedCalls'
import { describe, expect, test } from 'vitest'
import { compareValues } from './compareValues.ts'
import { CopiedIds } from './copiedIds.ts'

type Values = Readonly<Record<string, unknown>>

/** A platform with these attributes of one device, which notes what is written. */
function platformWith(server: Values, shared: Values) {
  const written: unknown[] = []
  const call = playedCalls((name, { params, body }) => {
    const { scope } = Object(params) as { readonly scope?: string }
    if (name === 'saveAttributes') return void written.push([scope, body])
    const values = scope === 'SERVER_SCOPE' ? server : shared
    return Object.entries(values).map(([key, value]) => ({ key, value, lastUpdateTs: 1000 }))
  })
  return { call, written }
}

function compare(from: ReturnType<typeof platformWith>, to: ReturnType<typeof platformWith>, targetId?: string) {
  const how = { isDryRun: false, isOverwriting: false, wait: async () => {} }
  return compareValues({ from: from.call, to: to.call, ids: new CopiedIds(), ...how }, 'DEVICE', 'here', targetId)
}

const HOLD = { mode: 0, until: 2000 }

describe('attributes of two entities', () => {
  test('are missing, differ or are the same, whatever else the other one has', async () => {
    const from = platformWith({ latitude: 10.5 }, { Vang: 3, Do_cong: 2, Pr1_X1: 30 })
    const to = platformWith({ latitude: '10.50', mine: 1 }, { Vang: 4, Do_cong: 2 })
    const { missing, differing, write } = await compare(from, to, 'there')
    expect([missing, differing]).toEqual([['Pr1_X1'], ['Vang']])
    await write('there')
    expect(to.written).toEqual([['SHARED_SCOPE', { Vang: 3, Pr1_X1: 30 }]])
  })

  test('are all written to one that was just made, the hold before the mode that it holds', async () => {
    const to = platformWith({}, {})
    const { write } = await compare(platformWith({ gw_hold: HOLD }, { Mode: 0 }), to)
    await write('there')
    expect(to.written).toEqual([
      ['SERVER_SCOPE', { gw_hold: HOLD }],
      ['SHARED_SCOPE', { Mode: 0 }],
    ])
  })

  test('have their hold written again where only its mode is missing, since a hold is soon followed by its mode', async () => {
    const to = platformWith({ gw_hold: HOLD }, {})
    const { write } = await compare(platformWith({ gw_hold: HOLD }, { Mode: 0 }), to, 'there')
    await write('there')
    expect(to.written[0]).toEqual(['SERVER_SCOPE', { gw_hold: HOLD }])
  })
})
