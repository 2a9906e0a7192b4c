import { once } from 'node:events'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { folderOfTest } from '@greenwave/harness/ofTest'
import { MailServer } from '@greenwave/harness/mailServer'
import { generateIdentity } from 'age-encryption'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseSettings, type SettingTexts } from '../start/settings.ts'
import { placesOf, TRIES } from './tries.ts'

let folder: string
let taken: Server
let port: string
beforeEach(async () => {
  folder = folderOfTest()
  taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  port = String((taken.address() as AddressInfo).port)
})
afterEach(() => {
  taken.close()
})

const settings = (texts: SettingTexts) => parseSettings({}, { mqttPort: '0', port: '0', ...texts })
const tryGroup = (name: string, texts: SettingTexts, running?: SettingTexts) =>
  TRIES[name]?.(settings(texts), running ? placesOf(settings(running)) : [])

test.each([
  ['address', { port: 'taken' }, /GREENWAVE_PORT is \d+: that port is taken/],
  ['controllers', { mqttPort: 'taken' }, /GREENWAVE_MQTT_PORT is \d+: that port is taken/],
  [
    'address',
    { host: '192.0.2.1', port: 'free' },
    /GREENWAVE_HOST is "192\.0\.2\.1": this machine has no such address/,
  ],
])('%s %j is refused with its setting', async (group, texts, reason) => {
  if (Object.values(texts).includes('free')) taken.close()
  const found = Object.entries(texts).map(([name, text]) => [name, /taken|free/.test(text) ? port : text])
  await expect(tryGroup(group, Object.fromEntries(found))).rejects.toThrow(reason)
})

test('a free port is opened, and free again', async () => {
  taken.close()
  expect(await tryGroup('address', { port })).toBe(`Port ${port} of 127.0.0.1 was opened.`)
  expect(await tryGroup('controllers', { mqttPort: port })).toBe(`Ports of 127.0.0.1 that were opened: ${port}.`)
})

test('ports that the running installation holds are not tried', async () => {
  expect(await tryGroup('address', { port }, { port })).toBeUndefined()
  expect(await tryGroup('controllers', { mqttPort: port }, { mqttPort: port })).toBeUndefined()
})

test('a certificate that is none is refused', async () => {
  const file = join(folder, 'cert.pem')
  writeFileSync(file, 'no certificate')
  const texts = { mqttsPort: '0', tlsCert: file, tlsKey: file }
  await expect(tryGroup('controllers', texts)).rejects.toThrow(/GREENWAVE_TLS_CERT/)
})

test('a map that is none is refused', async () => {
  const file = join(folder, 'city.pmtiles')
  writeFileSync(file, 'no archive')
  await expect(tryGroup('map', { tileArchive: file })).rejects.toThrow(/GREENWAVE_TILE_ARCHIVE .*no PMTiles archive/)
})

test('a mail goes to the administrator; a refusal names the server, its reason and the fix, and no password', async () => {
  const server = await MailServer.start('right')
  try {
    const url = (password: string) => `smtp://tells:${password}@127.0.0.1:${server.port}`
    const mail = { adminEmail: 'mai@city.example', smtpFrom: 'Greenwave <tells@city.example>' }
    expect(await tryGroup('mail', { ...mail, smtpUrl: url('right') })).toMatch(/sent to mai@city\.example/)
    expect(server.subjects('mai@city.example')).toEqual(['[Greenwave] Test of the mail server / Thử máy chủ thư'])
    const refused = tryGroup('mail', { ...mail, smtpUrl: url('wr0ng') })
    await expect(refused).rejects.toThrow(/127\.0\.0\.1:\d+ did not take .*Invalid username or password.*correct the/)
    await expect(refused).rejects.not.toThrow(/wr0ng/)
  } finally {
    await server.stop()
  }
})

test('the place of the backup is written, read and cleared, also encrypted', async () => {
  const backupTo = join(folder, 'backups')
  await expect(tryGroup('backups', { backupTo })).rejects.toThrow(/see that the folder exists/)
  mkdirSync(backupTo)
  const backupKey = join(folder, 'key')
  writeFileSync(backupKey, `${await generateIdentity()}\n`)
  for (const texts of [{ backupTo }, { backupTo, backupKey }]) {
    expect(await tryGroup('backups', texts)).toBe(`${backupTo} was written, read and cleared.`)
  }
  expect(readdirSync(join(backupTo, 'objects'))).toEqual([])
  writeFileSync(backupKey, 'no key')
  await expect(tryGroup('backups', { backupTo, backupKey })).rejects.toThrow(/no identity of age/)
})

test('what is left out is not tried', async () => {
  for (const group of ['map', 'mail', 'backups']) expect(await tryGroup(group, {})).toBeUndefined()
})
