/** @file Long: every setting, good and bad, from the environment and from flags. */
import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folderOfTests } from '@greenwave/harness/ofTest'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { environmentName, flagName, isLoopback, parseSettings, SETTING_NAMES, SettingError } from './settings.ts'

const folder = folderOfTests()
let pem: string
beforeAll(() => {
  pem = join(folder, 'some.pem')
  writeFileSync(pem, '')
})

test('without anything set the defaults hold', () => {
  expect(parseSettings({})).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    mqttHost: '127.0.0.1',
    mqttPort: 1883,
    tls: undefined,
    platformUrl: undefined,
    telemetryRetentionMs: 7 * 86_400_000,
    auditRetentionMs: 400 * 86_400_000,
    recordRetentionMs: 400 * 86_400_000,
    inactivityTimeoutMs: 600_000,
    watcher: true,
    sessionLifetimeMs: 7_776_000_000,
    console: { productName: 'Greenwave', companyName: '', timeZone: 'Asia/Ho_Chi_Minh' },
  })
})

test("a flag wins over the environment, that over the command's default, and that over the setting's", () => {
  const environment = { GREENWAVE_PORT: '2' }
  expect(parseSettings(environment, { port: '1' }, { port: '3' }).port).toBe(1)
  expect(parseSettings(environment, {}, { port: '3' }).port).toBe(2)
  expect(parseSettings({}, {}, { port: '3' }).port).toBe(3)
})

test('an empty variable counts as not set', () => {
  expect(parseSettings({ GREENWAVE_PORT: '', GREENWAVE_ADMIN_EMAIL: '' })).toMatchObject({
    port: 8080,
    adminEmail: undefined,
  })
})

test('controllers are listened for where the console is, unless said otherwise', () => {
  expect(parseSettings({ GREENWAVE_HOST: '0.0.0.0' }).mqttHost).toBe('0.0.0.0')
  expect(parseSettings({ GREENWAVE_HOST: '0.0.0.0', GREENWAVE_MQTT_HOST: '::1' }).mqttHost).toBe('::1')
})

test('the data folder is absolute, so that a change of the working folder moves nothing', () => {
  expect(parseSettings({ GREENWAVE_DATA_DIR: 'here' }).dataDir).toBe(join(process.cwd(), 'here'))
})

test("the default data folder is the repository's, wherever a command is typed", () => {
  const repository = join(import.meta.dirname, '..', '..', '..', '..')
  const before = process.cwd()
  process.chdir(folder)
  try {
    expect(parseSettings({}).dataDir).toBe(join(repository, 'data'))
    expect(parseSettings({}, {}, { dataDir: './data/demo' }).dataDir).toBe(join(repository, 'data', 'demo'))
  } finally {
    process.chdir(before)
  }
})

test('a setting with a password is named, but its value is never shown', () => {
  for (const wrong of [
    'smtps://me:secret-1%@mail.example',
    'smtps://me:25#secret-1@mail.example',
    'https://me:secret-1@mail.example',
  ]) {
    const attempt = () => parseSettings({ GREENWAVE_SMTP_URL: wrong, GREENWAVE_SMTP_FROM: 'a@b.vn' })
    expect(attempt).toThrow(/GREENWAVE_SMTP_URL \(--smtp-url\) is wrong: give an address such as smtps:/)
    expect(attempt).not.toThrow('secret-1')
  }
})

test('e-mail needs a server and the address that it comes from', () => {
  const mail = { url: 'smtps://me:x@mail.example', from: 'Greenwave <tells@city.example>' }
  expect(parseSettings({ GREENWAVE_SMTP_URL: mail.url, GREENWAVE_SMTP_FROM: mail.from }).mail).toEqual(mail)
  expect(() => parseSettings({ GREENWAVE_SMTP_URL: mail.url })).toThrow(/GREENWAVE_SMTP_FROM.*together/)
  expect(() => parseSettings({ GREENWAVE_SMTP_FROM: mail.from })).toThrow(/GREENWAVE_SMTP_URL.*together/)
})

describe('a wrong setting is refused in one line with both its names, its value and the fix', () => {
  test.each([
    ['GREENWAVE_HOST', 'http://here', /--host.*address or a host name/],
    ['GREENWAVE_PORT', '65536', /--port.*0 to 65535/],
    ['GREENWAVE_PORT', '80a', /--port.*0 to 65535/],
    ['GREENWAVE_MQTT_PORT', '-1', /--mqtt-port.*0 to 65535/],
    ['GREENWAVE_MQTT_PORT', 'off', /--mqtt-port.*--mqtts-port/],
    ['GREENWAVE_TRUSTED_PROXIES', '10.0.0.0/33', /--trusted-proxies.*ranges/],
    ['GREENWAVE_TRUSTED_PROXIES', '10.0.0.1,proxy.example', /--trusted-proxies.*ranges/],
    ['GREENWAVE_ALLOWED_ORIGINS', 'https://a.example/path', /--allowed-origins.*without a path/],
    ['GREENWAVE_ALLOWED_ORIGINS', '*', /--allowed-origins.*https:/],
    ['GREENWAVE_IMAGE_HOSTS', "a.example,'self'", /--image-hosts.*cameras/],
    ['GREENWAVE_IMAGE_HOSTS', '*', /--image-hosts.*cameras/],
    ['GREENWAVE_PLATFORM_URL', 'tb.example', /--platform-url.*https:/],
    ['GREENWAVE_PLATFORM_URL', 'https://tb.example/path', /--platform-url.*without a path/],
    ['GREENWAVE_TIME_ZONE', 'Mars/Olympus', /--time-zone.*name of a time zone, such as Asia\/Ho_Chi_Minh/],
    ['GREENWAVE_TIME_ZONE', '+07:00', /--time-zone.*name of a time zone/],
    ['GREENWAVE_TILE_URL', 'https://tiles.example/{z}/{x}.png', /--tile-url.*\{y\}/],
    ['GREENWAVE_TILE_URL', 'None', /--tile-url.*or none/],
    ['GREENWAVE_TILE_ARCHIVE', '/nowhere/city.pmtiles', /--tile-archive.*no such file/],
    ['GREENWAVE_TELEMETRY_RETENTION', '7', /--telemetry-retention.*unit/],
    ['GREENWAVE_TELEMETRY_RETENTION', '1 s', /--telemetry-retention.*1 min or more/],
    ['GREENWAVE_WATCHER', 'yes', /--watcher.*give on or off/],
    ['GREENWAVE_SESSION_LIFETIME', '59 min', /--session-lifetime.*1 h or more/],
    ['GREENWAVE_INACTIVITY_TIMEOUT', '999 ms', /--inactivity-timeout.*1 s or more/],
    ['GREENWAVE_ADMIN_EMAIL', 'someone', /--admin-email.*e-mail/],
    ['GREENWAVE_SMTP_FROM', 'someone', /--smtp-from.*e-mail/],
    ['GREENWAVE_SMTP_FROM', 'Greenwave <tells@city.example', /--smtp-from.*e-mail/],
    ['GREENWAVE_PUSH_HOSTS', 'push.example/path', /--push-hosts.*push\.example/],
    ['GREENWAVE_PUSH_HOSTS', 'push', /--push-hosts.*push\.example/],
    ['GREENWAVE_PUBLIC_URL', 'https://signals.example#x', /--public-url.*without a path/],
    ['GREENWAVE_LOG_LEVEL', 'loud', /--log-level.*info/],
    ['GREENWAVE_COMPANY_NAME', 'x'.repeat(256), /--company-name.*255/],
  ])('%s=%s', (name, value, words) => {
    const attempt = () => parseSettings({ [name]: value })
    expect(attempt).toThrow(SettingError)
    expect(attempt).toThrow(words)
    expect(attempt).toThrow(`${name} (`)
    expect(attempt).toThrow(JSON.stringify(value))
    expect(attempt).not.toThrow(/\n/)
  })
})

describe('MQTT over TLS', () => {
  test('needs its three settings together, and says which is missing', () => {
    expect(() => parseSettings({}, { mqttsPort: '8883' })).toThrow(/GREENWAVE_TLS_CERT .*is not set/)
    expect(() => parseSettings({}, { mqttsPort: '8883', tlsCert: pem })).toThrow(/GREENWAVE_TLS_KEY .*is not set/)
    expect(() => parseSettings({}, { tlsCert: pem, tlsKey: pem })).toThrow(/GREENWAVE_MQTTS_PORT .*is not set/)
    expect(parseSettings({}, { mqttsPort: '8883', tlsCert: pem, tlsKey: pem }).tls).toEqual({
      port: 8883,
      certFile: pem,
      keyFile: pem,
    })
  })

  test('is all there is once the plain port is off', () => {
    expect(
      parseSettings({ GREENWAVE_MQTT_PORT: 'off' }, { mqttsPort: '8883', tlsCert: pem, tlsKey: pem }),
    ).toMatchObject({
      mqttPort: undefined,
      tls: { port: 8883 },
    })
  })

  test('refuses a file that cannot be read', () => {
    const nowhere = join(folder, 'nowhere.pem')
    expect(() => parseSettings({}, { mqttsPort: '8883', tlsCert: nowhere, tlsKey: pem })).toThrow(
      /GREENWAVE_TLS_CERT .*nowhere\.pem.*no such file/,
    )
  })
})

test('images may lie anywhere, at the hosts that are named, or nowhere else', () => {
  expect(parseSettings({}).imageHosts).toBeUndefined()
  expect(parseSettings({}, { imageHosts: 'a.example, *.b.example' }).imageHosts).toEqual(['a.example', '*.b.example'])
  expect(parseSettings({}, { imageHosts: 'none' }).imageHosts).toEqual([])
})

describe('map tiles', () => {
  test("are OpenStreetMap's, of another address, of an own archive, or none", () => {
    expect(parseSettings({})).toMatchObject({ tileArchive: undefined, console: { tileMinZoom: 0, tileMaxZoom: 19 } })
    expect(parseSettings({}).console.tileUrl).toMatch(/openstreetmap/)
    expect(parseSettings({}, { tileUrl: 'none' }).console.tileUrl).toBe('')
    expect(parseSettings({}, { tileArchive: pem }).tileArchive).toEqual({ file: pem, attribution: undefined })
    expect(parseSettings({}, { tileArchive: pem, tileAttribution: 'Us' }).tileArchive?.attribution).toBe('Us')
  })

  test('come from one place: an address and an archive together are refused', () => {
    for (const tileUrl of ['/{z}/{x}/{y}', 'none']) {
      expect(() => parseSettings({ GREENWAVE_TILE_URL: tileUrl }, { tileArchive: pem })).toThrow(
        /GREENWAVE_TILE_ARCHIVE \(--tile-archive\) .*GREENWAVE_TILE_URL \(--tile-url\) is set, too, so leave one/,
      )
    }
  })
})

test('lists are separated by commas; no proxy is believed when the list says none', () => {
  expect(parseSettings({}).trustedProxies).toEqual(['loopback'])
  expect(parseSettings({}, { trustedProxies: '10.0.0.0/8, fd00::1' }).trustedProxies).toEqual(['10.0.0.0/8', 'fd00::1'])
  expect(parseSettings({}, { trustedProxies: 'none' }).trustedProxies).toEqual([])
  expect(parseSettings({}, { allowedOrigins: 'https://a.example,http://b.example:81' }).allowedOrigins).toEqual([
    'https://a.example',
    'http://b.example:81',
  ])
})

test('names in the environment and of flags say the same words', () => {
  expect(SETTING_NAMES.map((name) => [environmentName(name), flagName(name)])).toContainEqual([
    'GREENWAVE_MQTT_PORT',
    '--mqtt-port',
  ])
  for (const name of SETTING_NAMES) {
    const fromFlag = flagName(name).slice(2).replaceAll('-', '_').toUpperCase()
    expect(environmentName(name)).toBe(`GREENWAVE_${fromFlag}`)
  }
})

test('any text for any setting is taken or refused in one line', () => {
  fc.assert(
    fc.property(fc.constantFrom(...SETTING_NAMES), fc.string({ unit: 'binary' }), (name, text) => {
      try {
        parseSettings({}, { [name]: text })
      } catch (error) {
        expect(error).toBeInstanceOf(SettingError)
      }
    }),
  )
})

test.each(SETTING_NAMES)('docs/settings.md has %s', (setting) => {
  const page = readFileSync(new URL('../../../../docs/settings.md', import.meta.url), 'utf8')
  const rows = page.split('\n').filter((line) => line.startsWith('- `GREENWAVE_'))
  expect(rows.join('\n')).toContain(`\`${environmentName(setting)}\``)
})

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.1.2', false],
  ['127.0.0.1.example', false],
])('%s is loopback: %s', (address, expected) => {
  expect(isLoopback(address)).toBe(expected)
})

describe('the sign-in provider', () => {
  const provider = {
    GREENWAVE_OIDC_ISSUER: 'https://id.city.example/realms/city',
    GREENWAVE_OIDC_CLIENT_ID: 'greenwave',
  }

  test('is off without its settings; with issuer and client the rest has defaults that let nobody new in', () => {
    expect(parseSettings({}).provider).toBeUndefined()
    expect(parseSettings(provider).provider).toEqual({
      issuer: provider.GREENWAVE_OIDC_ISSUER,
      clientId: 'greenwave',
      clientSecret: undefined,
      name: 'id.city.example',
      scopes: 'openid email profile',
      creates: 'never',
      customerClaim: undefined,
      administrators: undefined,
      trustsEmail: false,
      sessionLifetimeMs: 86_400_000,
    })
  })

  test('has its secret from a variable or a file, and the file wins over no variable', () => {
    const path = join(folder, 'secret')
    writeFileSync(path, 'very secret\n')
    expect(parseSettings({ ...provider, GREENWAVE_OIDC_CLIENT_SECRET_FILE: path }).provider?.clientSecret).toBe(
      'very secret',
    )
    expect(parseSettings({ ...provider, GREENWAVE_OIDC_CLIENT_SECRET: 'x' }).provider?.clientSecret).toBe('x')
  })

  test.each<[string, Record<string, string>, string]>([
    ['a client without an issuer', { GREENWAVE_OIDC_ISSUER: '' }, 'GREENWAVE_OIDC_ISSUER (--oidc-issuer) is not set'],
    ['an issuer without a client', { GREENWAVE_OIDC_CLIENT_ID: '' }, 'GREENWAVE_OIDC_CLIENT_ID'],
    [
      'an issuer that is spoken to in the clear',
      { GREENWAVE_OIDC_ISSUER: 'http://id.city.example' },
      'give an https address',
    ],
    ['a claim of roles without the role', { GREENWAVE_OIDC_ROLE_CLAIM: 'roles' }, 'GREENWAVE_OIDC_ADMIN_ROLE'],
    ['a role without its claim', { GREENWAVE_OIDC_ADMIN_ROLE: 'admin' }, 'GREENWAVE_OIDC_ROLE_CLAIM'],
    ['scopes without openid', { GREENWAVE_OIDC_SCOPES: 'email' }, 'openid among them'],
    [
      'a platform behind, which signs its users in',
      { GREENWAVE_PLATFORM_URL: 'http://tb.example' },
      'set its provider up there',
    ],
    ...['common/v2.0', 'organizations', 'CONSUMERS/v2.0'].map((path): [string, Record<string, string>, string] => [
      `every directory of Entra ID, by ${path}`,
      { GREENWAVE_OIDC_ISSUER: `https://login.microsoftonline.com/${path}` },
      'name your own by its id',
    ]),
    [
      'accounts for customer users without a claim for their customer',
      { GREENWAVE_OIDC_CREATE: 'customer' },
      'GREENWAVE_OIDC_CUSTOMER_CLAIM (--oidc-customer-claim) is not set',
    ],
    [
      'accounts for everyone without a claim for roles',
      { GREENWAVE_OIDC_CREATE: 'everyone' },
      'GREENWAVE_OIDC_ROLE_CLAIM (--oidc-role-claim) is not set',
    ],
    ['a folder for a file', { GREENWAVE_OIDC_CLIENT_SECRET_FILE: tmpdir() }, 'the file must hold the secret alone'],
    ['a file for a secret that is missing', { GREENWAVE_OIDC_CLIENT_SECRET_FILE: '/nowhere' }, 'there is no such file'],
  ])('refuses %s', (_, settings, says) => {
    expect(() => parseSettings({ ...provider, ...settings })).toThrow(says)
  })

  test.each(SETTING_NAMES.filter((name) => name.startsWith('oidc')))(
    '%s alone is refused, and in front of a platform too',
    (name) => {
      const value = { oidcIssuer: provider.GREENWAVE_OIDC_ISSUER, oidcCreate: 'never' }[String(name)] ?? 'on'
      expect(() => parseSettings({}, { [name]: value })).toThrow(/needs --oidc-issuer and --oidc-client-id/)
      expect(() => parseSettings({}, { [name]: value, platformUrl: 'http://tb.example' })).toThrow(
        `${environmentName(name)} (${flagName(name)}) is`,
      )
    },
  )

  test('takes a directory of Entra ID, and claims that belong to whom it creates', () => {
    const own = 'https://login.microsoftonline.com/72f988bf-86f1-41af-91ab-2d7cd011db47/v2.0'
    expect(parseSettings({ ...provider, GREENWAVE_OIDC_ISSUER: own }).provider?.issuer).toBe(own)
    const roles = { oidcRoleClaim: 'roles', oidcAdminRole: 'admin' }
    expect(parseSettings(provider, { oidcCreate: 'everyone', ...roles }).provider?.creates).toBe('everyone')
    expect(parseSettings(provider, { oidcCreate: 'customer', oidcCustomerClaim: 'c' }).provider?.creates).toBe(
      'customer',
    )
  })

  test('refuses an empty file, and a secret that is given twice, without showing it', () => {
    const both = { ...provider, GREENWAVE_OIDC_CLIENT_SECRET: 'hidden', GREENWAVE_OIDC_CLIENT_SECRET_FILE: pem }
    expect(() => parseSettings(both)).toThrow(/^(?!.*hidden).*leave one of them out/)
    expect(() => parseSettings({ ...provider, GREENWAVE_OIDC_CLIENT_SECRET_FILE: pem })).toThrow('the secret alone')
  })
})
