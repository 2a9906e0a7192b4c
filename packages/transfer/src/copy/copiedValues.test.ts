import { describe, expect, test } from 'vitest'
import { copiedValues } from './copiedValues.ts'

const attribute = (key: string, value: unknown, lastUpdateTs = 1000) => ({ key, value, lastUpdateTs })

describe('attributes that are copied', () => {
  test('are those of the entity, not what each platform and its watcher find out', () => {
    const own = [
      'latitude',
      'inactivityTimeout',
      'gw_site',
      'gw_kinds',
      'gw_mute',
      'gw_inspections',
      'gw_inspection_due',
      'image',
    ]
    const ofOneSide = [
      'active',
      'lastConnectTime',
      'gw_level',
      'gw_mode',
      'gw_held',
      'gw_wave',
      'gw_learned',
      'gw_kind',
      'gw_switch_1of2',
      'gw_told',
      'gw_watch_1of2',
    ]
    const server = [...own, ...ofOneSide, 'gw_notify_x', 'gw_teller_1of1'].map((key) => attribute(key, 1))
    const { SERVER_SCOPE, SHARED_SCOPE } = copiedValues(server, [attribute('Mode', 4), attribute('Odd', null)])
    expect(Object.keys(SERVER_SCOPE)).toEqual(own)
    expect(SHARED_SCOPE).toEqual({ Mode: 4 })
  })

  test('have displays and control that an engineer set, unchanged', () => {
    const site = { display: { 1: { red: 'last-8', green: 'none' } }, control: { kind: 'actuated' } }
    expect(copiedValues([attribute('gw_site', site)], []).SERVER_SCOPE).toEqual({ gw_site: site })
  })

  test.each([
    ['in force', attribute('Mode', 0, 1500), [], true],
    ['of another mode', attribute('Mode', 4, 1500), [], false],
    ['over', attribute('Mode', 0, 1500), [attribute('gw_held', { hold: 1000, mode: 0 })], false],
    ['older than the mode that somebody chose', attribute('Mode', 0, 9_000_000), [], false],
  ])('have a hold that is %s: %#', (_, mode, held, isCopied) => {
    const hold = attribute('gw_hold', { mode: 0, until: 2_000_000 })
    const { SERVER_SCOPE } = copiedValues([hold, ...held], [mode])
    expect('gw_hold' in SERVER_SCOPE).toBe(isCopied)
  })
})
