import { SETTINGS } from '@greenwave/controller/settingTable/table'
import { describe, expect, test } from 'vitest'
import { parseDeviceForm } from './deviceDialog.ts'

describe('the form that was kept when the session ended', () => {
  const settings = SETTINGS.map(({ group }) => group).filter(({ kind }) => kind !== 'mode')

  test.each([...settings, { kind: 'time' }, { kind: 'location' }, { kind: 'image' }])('is opened again: %j', (form) => {
    expect(parseDeviceForm(JSON.parse(JSON.stringify(form)))).toEqual(form)
  })

  test.each([
    { kind: 'mode', mode: 1 },
    { kind: 'imageDelete' },
    { kind: 'sendAgain' },
    { kind: 'plan', plan: 7 },
    { kind: 'plan' },
    { kind: 'unheard of' },
    'plan',
    null,
    undefined,
  ])('is none of %j', (kept) => {
    expect(parseDeviceForm(kept)).toBeNull()
  })
})
