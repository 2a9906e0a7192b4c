import { expect, test } from 'vitest'
import { environmentName, SETTING_NAMES } from './settings.ts'
import { unknownSettings } from './unknownSettings.ts'

test('a variable that looks like a setting and is none is named, and no other one', () => {
  const settings = SETTING_NAMES.map(environmentName)
  const others = [
    'GREENWAVE_URL',
    'GREENWAVE_USER',
    'GREENWAVE_PASSWORD',
    'GREENWAVE_BACKUPS',
    'GREENWAVE_TO_PASSWORD',
    'GREENWAVE_WATCHER_SHARE',
    'PATH',
    'HTTP_PORT',
  ]
  const all = Object.fromEntries([...settings, ...others, 'GREENWAVE_HTTP_PORT'].map((name) => [name, '1']))
  expect(unknownSettings(all)).toEqual(['GREENWAVE_HTTP_PORT'])
})
