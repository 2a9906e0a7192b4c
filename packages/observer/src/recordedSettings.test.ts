import { describe, expect, test } from 'vitest'
import { runningSettings } from './inEffect.ts'
import { settingsAt, settingsFrom, settingsInForce } from './recordedSettings.ts'
import { SCENE_SETTINGS } from './testing/scene.ts'

const timed = (values: Readonly<Record<string, unknown>>, ts: number) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { ts, value }]))

describe('the settings in force', () => {
  test('(R15) are as reported, else as asked for, with the time of the newest', () => {
    const shared = { ...timed({ Mode: 4, Vang: 3, Year: 2026, unknown: 1 }, 10), ...timed({ Do_cong: 2 }, 30) }
    const client = { ...timed({ Mode: '4', Vang: '4' }, 20), ...timed({ Plan: 1 }, 90), ...timed({ Pr1_X1: '' }, 95) }
    expect(settingsInForce({ shared, client })).toEqual({
      ts: 30,
      reported: { Mode: 4, Vang: 4 },
      asked: { Do_cong: 2 },
    })
    expect(settingsInForce({ shared: timed({ Year: 2026 }, 1), client: timed({ Plan: 1 }, 1) })).toBeNull()
  })

  test('(R19) hold an offset only of a controller that has offsets', () => {
    const shared = timed({ Mode: 4, Offset_Pr1: 5 }, 10)
    expect(settingsInForce({ shared, client: {} })?.asked).toEqual({ Mode: 4 })
    const client = timed({ Offset_Pr2: 0 }, 5)
    expect(settingsInForce({ shared, client })).toEqual({
      ts: 10,
      reported: { Offset_Pr2: 0 },
      asked: { Mode: 4, Offset_Pr1: 5 },
    })
  })

  test('that were recorded expect the same lamps as those that were in force', () => {
    const attributes = { shared: timed(SCENE_SETTINGS, 10), client: timed({ ...SCENE_SETTINGS, Pr1_X1: 31 }, 20) }
    const record = settingsInForce(attributes)
    const { settings } = settingsFrom(record ?? { ts: 0, reported: {}, asked: {} })
    expect(settings).toEqual(runningSettings(attributes.shared, attributes.client))
  })

  test('of a moment are the last ones from before it; before the first nobody knows them', () => {
    const all = [
      settingsFrom({ ts: 10, reported: { Vang: 3 }, asked: {} }),
      settingsFrom({ ts: 20, reported: { Vang: 4 }, asked: {} }),
    ]
    expect([9, 10, 19, 20].map((ms) => settingsAt(all, ms)?.clearance.yellow)).toEqual([undefined, 3, 3, 4])
    expect(settingsAt(all, 9)).toBeNull()
  })
})
