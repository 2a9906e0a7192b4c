import { createECDH } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { parseTellSettings, TellSettingError } from './tellSettings.ts'

const pair = createECDH('prime256v1')
const PUBLIC_KEY = pair.generateKeys('base64url')
const PUSH_KEY = pair.getPrivateKey('base64url')
const MAIL = { GREENWAVE_SMTP_URL: 'smtps://me:x@mail.example', GREENWAVE_SMTP_FROM: 'Greenwave <a@b.vn>' }

describe('how a watcher tells people', () => {
  test('is by nothing, e-mail, web push or both, as the environment says', () => {
    const channels = (env: Record<string, string>) => Object.keys(parseTellSettings(env).channels)
    expect(channels({})).toEqual([])
    expect(channels(MAIL)).toEqual(['email'])
    expect(channels({ ...MAIL, GREENWAVE_PUSH_KEY: PUSH_KEY })).toEqual(['email', 'push'])
    const linked = { GREENWAVE_PUSH_KEY: PUSH_KEY, GREENWAVE_PUBLIC_URL: 'https://signals.example/' }
    expect(channels(linked)).toEqual(['push'])
    expect(parseTellSettings(linked)).toMatchObject({
      pushKey: PUBLIC_KEY,
      style: { productName: 'Greenwave', publicUrl: 'https://signals.example' },
    })
  })

  test.each([
    [{ GREENWAVE_SMTP_URL: 'https://me:secret-1@mail.example' }, 'GREENWAVE_SMTP_URL: give an address such as smtps:'],
    [{ GREENWAVE_SMTP_URL: 'smtps://me:secret-1%@mail.example' }, 'GREENWAVE_SMTP_URL: give an address such as smtps:'],
    [{ GREENWAVE_SMTP_URL: 'smtps://me:secret-1@mail.example' }, 'GREENWAVE_SMTP_FROM: e-mail comes from an address'],
    [{ ...MAIL, GREENWAVE_SMTP_FROM: 'secret-1' }, 'GREENWAVE_SMTP_FROM: give an e-mail address'],
    [{ GREENWAVE_PUBLIC_URL: 'https://signals.example/path' }, 'GREENWAVE_PUBLIC_URL: give an address such as'],
    [{ ...MAIL, GREENWAVE_PUSH_KEY: 'secret-1' }, 'GREENWAVE_PUSH_KEY: give the private key'],
    [{ GREENWAVE_PUSH_KEY: PUSH_KEY }, 'so give GREENWAVE_PUBLIC_URL with https, or GREENWAVE_SMTP_FROM'],
    [
      { ...MAIL, GREENWAVE_PUSH_KEY: PUSH_KEY, GREENWAVE_PUSH_HOSTS: 'a b' },
      'GREENWAVE_PUSH_HOSTS: give hosts such as',
    ],
  ])('is refused for %j with the setting and the fix, and without the value', (env, fix) => {
    const read = () => parseTellSettings(env)
    expect(read).toThrow(TellSettingError)
    expect(read).toThrow(fix)
    expect(read).not.toThrow('secret-1')
  })
})
