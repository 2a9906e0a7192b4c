import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { folderOfTest } from '@greenwave/harness/ofTest'
import { freePorts } from '@greenwave/harness/freePorts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartRefused } from '../start/startRefused.ts'
import { serveSetup, type SetupServer } from './setupServer.ts'
import { writeAnswers } from './settingsFile.ts'
import { Setup } from './setup.ts'

const EMAIL = 'mai@city.example'
const PASSWORD = 'seven green bicycles'

let folder: string
let file: string
let origin: string
let page: SetupServer
let now: number
let refusal: string | undefined
let passwords: string[]
beforeEach(async () => {
  folder = folderOfTest()
  file = join(folder, 'greenwave.env')
  const [port = 0] = await freePorts(1)
  origin = `http://127.0.0.1:${port}`
  ;[now, refusal, passwords] = [0, undefined, []]
  const setup = new Setup(file, { GREENWAVE_DATA_DIR: join(folder, 'data') })
  setup.take({ port: String(port) })
  const acts = {
    async tried() {
      if (refusal !== undefined) throw new StartRefused('x', refusal)
      return 'It was <tried>.'
    },
    write: async (answers: Parameters<typeof writeAnswers>[1]) => writeAnswers(file, answers),
    finish: async (password: string) => void passwords.push(password),
  }
  page = await serveSetup(setup, acts, () => now)
})
afterEach(() => {
  page.close()
})

interface Answer {
  readonly status: number
  readonly body: string
  readonly location: string | undefined
  readonly cookie: string | undefined
}

/** Sends a request; with `form` a POST. `headers` may replace those of a browser. */
function send(path: string, form?: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const method = form === undefined ? 'GET' : 'POST'
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const sent = request(
      `${origin}${path}`,
      { method, headers: { ...(form !== undefined && type), ...headers } },
      (answer) => {
        let body = ''
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          body += chunk
        })
        answer.on('end', () => {
          const [cookie] = answer.headers['set-cookie'] ?? []
          resolve({
            status: answer.statusCode ?? 0,
            body,
            location: answer.headers.location,
            cookie: cookie?.split(';')[0],
          })
        })
      },
    )
    sent.on('error', reject).end(form)
  })
}

async function enter(): Promise<Record<string, string>> {
  const { cookie = '' } = await send(page.url.slice(origin.length))
  return { cookie }
}

const formOf = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

test('without the code no question is shown, and the code lets one browser in, once', async () => {
  expect((await send('/setup')).body).not.toContain('adminEmail')
  const entered = await send('/setup/code', formOf({ code: ` ${page.code.toLowerCase().replace(/^.{4}/, '$&-')}` }))
  expect(entered).toMatchObject({
    status: 303,
    location: '/setup?lang=en',
    cookie: expect.stringMatching(/^greenwave_setup=/),
  })
  expect((await send('/setup', undefined, { cookie: entered.cookie ?? '' })).body).toContain('id="adminEmail"')
  expect(await send(page.url.slice(origin.length))).toMatchObject({ status: 403, cookie: undefined })
  expect((await send('/setup', undefined, { cookie: 'greenwave_setup=guess' })).body).not.toContain('adminEmail')
})

test('wrong codes are limited, the right one among them, until a minute has passed', async () => {
  for (let guess = 0; guess < 10; guess += 1) {
    expect((await send('/setup/code', formOf({ code: `AAAA${guess}` }))).status).toBe(403)
  }
  expect((await send('/setup/code', formOf({ code: page.code }))).status).toBe(429)
  now += 60_001
  expect((await send('/setup/code', formOf({ code: page.code }))).status).toBe(303)
})

test('forms of other pages, large ones, other types and paths are refused', async () => {
  const known = await enter()
  const form = formOf({ companyName: 'Huế' })
  const path = '/setup?group=name'
  expect((await send(path, form, { ...known, origin: 'http://evil.example' })).status).toBe(403)
  expect((await send(path, form, { ...known, 'content-type': 'text/plain' })).status).toBe(400)
  expect((await send(path, `companyName=${'x'.repeat(70_000)}`, known).catch(() => ({ status: 400 }))).status).toBe(400)
  expect((await send('/api/devices', undefined, known)).status).toBe(404)
  expect((await send('/setup/../../etc/passwd', undefined, known)).status).toBe(404)
  expect((await send(path, form, { ...known, origin })).status).toBe(303)
  expect(readFileSync(file, 'utf8')).toBe("GREENWAVE_COMPANY_NAME='Huế'\n")
})

test('wrong answers come back with their field and reason, escaped, and nothing is written', async () => {
  const known = await enter()
  const wrong = await send('/setup?group=time-zone', formOf({ timeZone: '"><script>x' }), known)
  expect(wrong.status).toBe(422)
  expect(wrong.body).toContain('Time zone of the city: <span lang="en">give the name of a time zone')
  expect(wrong.body).toContain('value="&quot;&gt;&lt;script&gt;x"')
  expect(wrong.body).toMatch(/id="timeZone"[^>]*aria-invalid/)
  const hostile = await send('/setup?group=name', formOf({ companyName: 'x\nGREENWAVE_WATCHER=off' }), known)
  expect([hostile.status, hostile.body]).toEqual([422, expect.stringContaining('line break')])
  expect(() => readFileSync(file)).toThrow(/ENOENT/)
})

test('answers that fail when they are tried are taken when that is wanted', async () => {
  const known = await enter()
  refusal = 'The share is not mounted: mount it.'
  const form = { backupTo: join(folder, 'backups') }
  const refused = await send('/setup?group=backups', formOf(form), known)
  expect([refused.status, refused.body]).toEqual([422, expect.stringContaining(refusal)])
  expect((await send('/setup?group=backups', formOf({ ...form, anyway: '1' }), known)).status).toBe(303)
  expect(readFileSync(file, 'utf8')).toContain('GREENWAVE_BACKUP_TO=')
})

test('a secret is never sent to the browser, stays when it is left empty, and can be left out', async () => {
  const known = await enter()
  const mail = { smtpUrl: 'smtp://me:secret@mail.example', smtpFrom: 'a@city.example' }
  await send('/setup?group=mail', formOf(mail), known)
  const { body } = await send('/setup?group=mail&lang=vi', undefined, known)
  expect(body).toContain('Đã đặt')
  expect(body).not.toContain('secret')
  await send('/setup?group=mail', formOf({ smtpFrom: 'b@city.example' }), known)
  expect(readFileSync(file, 'utf8')).toMatch(/SMTP_URL=smtp:.*secret.*\nGREENWAVE_SMTP_FROM=b@/)
  await send('/setup?group=mail', formOf({ 'remove-smtpUrl': '1' }), known)
  expect(readFileSync(file, 'utf8')).toMatch(/SMTP_URL=\nGREENWAVE_SMTP_FROM=\n/)
})

test('it starts only when all is answered, with the password that was chosen, and is gone then', async () => {
  const known = await enter()
  expect((await send('/setup/start', '', known)).status).toBe(303)
  const person = { adminEmail: EMAIL, password: PASSWORD, again: PASSWORD }
  const different = await send('/setup?group=administrator', formOf({ ...person, again: 'x' }), known)
  expect([different.status, different.body.includes(PASSWORD)]).toEqual([422, false])
  const forms: Record<string, Record<string, string>> = {
    administrator: person,
    name: {},
    'time-zone': { timeZone: 'UTC' },
    address: { host: '127.0.0.1', port: origin.split(':').at(-1) ?? '' },
    controllers: { mqttHost: '127.0.0.1', mqttPort: '1883' },
    map: { tileUrl: 'none' },
    mail: {},
    backups: {},
  }
  for (const [group, form] of Object.entries(forms)) {
    expect([group, (await send(`/setup?group=${group}`, formOf(form), known)).status]).toEqual([group, 303])
  }
  expect((await send('/setup', undefined, known)).body).toContain('It was &lt;tried&gt;.')
  const last = await send('/setup/start', '', known)
  expect([last.status, last.body]).toEqual([200, expect.stringContaining(`${origin}/login`)])
  await page.finished
  expect(passwords).toEqual([PASSWORD])
  await expect(send('/setup')).rejects.toThrow(/ECONNREFUSED/)
})
