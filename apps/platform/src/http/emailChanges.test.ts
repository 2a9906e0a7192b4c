/** @file Changes of the own e-mail address over HTTP, with a mail server on this machine. */
import type { User } from '@greenwave/contract/wire/users'
import { type Mail, MailServer } from '@greenwave/harness/mailServer'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { LIMITS } from '../limits/limits.ts'
import { type Caller, createTestPlatform, PASSWORD, type TestPlatform } from '../testing/testPlatform.ts'

const OLD = 'lan@city.vn'
const NEW = 'lan@new.vn'
const CALL = '/api/greenwave/email'

let platform: TestPlatform
let user: User
let caller: Caller
let mails: MailServer

async function start(options: Parameters<typeof createTestPlatform>[0] = {}): Promise<void> {
  platform = await createTestPlatform(options)
  ;({ user, caller } = await platform.customerUser(await platform.customer('District 1'), OLD))
}
beforeEach(async () => {
  mails = await MailServer.start()
})
afterEach(async () => {
  await platform.close()
  await mails.stop()
})
const withMail = (publicUrl: string | undefined = 'https://signals.example') =>
  start({ publicUrl, mail: { url: `smtp://127.0.0.1:${mails.port}`, from: 'signals@city.vn' } })

const newest = async (): Promise<User> => (await caller.get(`/api/user/${user.id.id}`)).json()
const request = async (email = NEW, more: object = { currentPassword: PASSWORD }, by = caller) =>
  by.post('/api/user', { ...(await newest()), email, ...more })
const pending = async (): Promise<unknown> => (await newest()).additionalInfo
const mailed = (count: number): Promise<void> => expect.poll(() => mails.mails).toHaveLength(count)
const bodyOf = ({ raw }: Mail): string => Buffer.from(raw.slice(raw.indexOf('\r\n\r\n')), 'base64').toString()
const textOf = (mail: Mail): string =>
  /Content-Transfer-Encoding: base64/i.test(mail.raw)
    ? bodyOf(mail)
    : mail.raw
        .replace(/=\r\n/g, '')
        .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
const linkIn = (mail: Mail | undefined): string =>
  /https:\/\/signals\.example\/login\/confirmEmail#(\S+)/.exec(mail === undefined ? '' : textOf(mail))?.[1] ?? ''
const open = (token: string) => platform.caller({}).post('/api/noauth/greenwave/email', { token })
const signsIn = async (email: string): Promise<boolean> => {
  const answer = await platform.caller({}).post('/api/auth/login', { username: email, password: PASSWORD })
  return answer.statusCode === 200
}

describe('a new e-mail address of the own account', () => {
  it('needs the password; other changes of the profile do not', async () => {
    await start()
    const without = await request(NEW, {})
    expect([without.statusCode, without.json().message]).toEqual([400, expect.stringContaining('currentPassword')])
    const wrong = await request(NEW, { currentPassword: 'a guess' })
    expect([wrong.statusCode, wrong.json().message]).toEqual([400, "Current password doesn't match!"])
    expect((await request(NEW, { currentPassword: '' })).statusCode).toBe(400)
    expect(await pending()).not.toHaveProperty('pendingEmail')
    expect((await request(OLD.toUpperCase(), { lastName: 'Nguyễn' })).json().lastName).toBe('Nguyễn')
    expect(await signsIn(OLD)).toBe(true)
    for (let nth = 0; nth < 11; nth += 1) await request(NEW, { currentPassword: 'a guess' })
    expect((await request()).statusCode).toBe(429)
  })

  it('counts only when the link that is mailed to it was opened, once, and the old address learns of both', async () => {
    await withMail()
    const answer = await request(NEW, { currentPassword: PASSWORD, firstName: 'Lan' })
    expect(answer.json()).toMatchObject({ email: OLD, firstName: 'Lan' })
    expect(answer.json().additionalInfo.pendingEmail).toEqual({
      email: NEW,
      expiresTs: expect.any(Number),
      isMailed: true,
    })
    expect([await signsIn(OLD), await signsIn(NEW)]).toEqual([true, false])
    await mailed(2)
    const [toOld, toNew] = [OLD, NEW].map((address) => mails.mails.find(({ to }) => to === address))
    expect(textOf(toOld as Mail)).toContain(NEW)
    expect(textOf(toOld as Mail)).not.toContain('confirmEmail')

    const token = linkIn(toNew)
    expect((await open(`${token}x`)).statusCode).toBe(400)
    expect((await open(token)).json()).toEqual({ email: NEW })
    expect([await signsIn(OLD), await signsIn(NEW)]).toEqual([false, true])
    expect(await newest()).toMatchObject({ email: NEW, name: NEW, firstName: 'Lan' })
    expect(await pending()).not.toHaveProperty('pendingEmail')
    expect((await open(token)).statusCode).toBe(400)
    await mailed(3)
    expect(mails.mails[2]?.to).toBe(OLD)
    const log = await platform.admin.get(
      `/api/audit/logs/entity/USER/${user.id.id}?pageSize=20&page=0&actionTypes=UPDATED`,
    )
    expect(log.body).toContain(`"requestedEmail":"${NEW}"`)
    expect(log.body).toContain('"emailConfirmedBy":"link"')
    expect(log.body + platform.logLines.join('')).not.toContain(token)
    expect(log.body).not.toContain(PASSWORD)
  })

  it('is answered alike whether another user has it or not, and never goes to that user', async () => {
    await withMail()
    const answers = [(await request('free@city.vn')).json(), (await request('admin@other.vn')).json()]
    const alike = answers.map(({ additionalInfo, ...rest }) => ({
      ...rest,
      version: 0,
      additionalInfo: { ...additionalInfo, pendingEmail: { ...additionalInfo.pendingEmail, email: '', expiresTs: 0 } },
    }))
    expect(alike[0]).toEqual(alike[1])
    await mailed(3)
    expect(mails.mails.map(({ to }) => to).sort()).toEqual(['free@city.vn', OLD, OLD])
    const refused = await platform.admin.post(`/api/greenwave/user/${user.id.id}/email`)
    expect([refused.statusCode, refused.json().message]).toEqual([
      400,
      "User with email 'admin@other.vn' already present in database!",
    ])
  })

  it('that another user got meanwhile is refused when the link is opened', async () => {
    await withMail()
    await request()
    await mailed(2)
    await platform.customerUser(await platform.customer('District 2'), NEW)
    const answer = await open(linkIn(mails.mails.find(({ to }) => to === NEW)))
    expect([answer.statusCode, (await newest()).email]).toEqual([400, OLD])
  })

  it.each([
    ['expired', async () => platform.advance(3 * 86_400_000)],
    ['cancelled', async () => void (await caller.delete(CALL))],
    [
      'rejected by an administrator',
      async () => void (await platform.admin.delete(`/api/greenwave/user/${user.id.id}/email`)),
    ],
    ['replaced by another one', async () => void (await request('lan@third.vn'))],
    [
      'followed by a new password',
      async () =>
        void (await caller.post('/api/auth/changePassword', {
          currentPassword: PASSWORD,
          newPassword: 'battery staple',
        })),
    ],
    [
      'followed by a disabled account',
      async () =>
        void (await platform.admin.post(`/api/user/${user.id.id}/userCredentialsEnabled?userCredentialsEnabled=false`)),
    ],
  ])('cannot be confirmed when it was %s', async (_, act) => {
    await withMail()
    await request()
    await mailed(2)
    await act()
    expect((await open(linkIn(mails.mails.find(({ to }) => to === NEW)))).statusCode).toBe(400)
    expect(platform.store.users.byId(user.id.id)?.email).toBe(OLD)
  })

  it('waits for an administrator where no link can be mailed, who sees it in the list', async () => {
    await start()
    expect((await request()).json().additionalInfo.pendingEmail).toMatchObject({ email: NEW, isMailed: false })
    const list = (await platform.admin.get(`/api/customer/${user.customerId.id}/users?pageSize=10&page=0`)).json()
    expect(list.data[0].additionalInfo.pendingEmail.email).toBe(NEW)
    const { caller: colleague } = await platform.customerUser(
      (await platform.admin.get(`/api/customer/${user.customerId.id}`)).json(),
      'minh@city.vn',
    )
    expect((await colleague.get('/api/users?pageSize=10&page=0')).body).not.toContain(NEW)
    expect((await colleague.get(`/api/user/${user.id.id}`)).body).not.toContain(NEW)
    const confirmed = await platform.admin.post(`/api/greenwave/user/${user.id.id}/email`)
    expect(confirmed.json()).toMatchObject({ email: NEW })
    expect([await signsIn(OLD), await signsIn(NEW)]).toEqual([false, true])
  })

  it('is not mailed as a link where only the caller says what the address of the console is', async () => {
    await start({ mail: { url: `smtp://127.0.0.1:${mails.port}`, from: 'signals@city.vn' } })
    expect((await request()).json().additionalInfo.pendingEmail.isMailed).toBe(false)
    await mailed(1)
    expect(mails.mails[0]?.to).toBe(OLD)
  })

  it('of an administrator is treated alike: the link must be opened; where none can be mailed, they confirm it', async () => {
    await withMail()
    const id = platform.store.users.byEmail('admin@city.vn')?.id.id ?? ''
    const change = async (email: string) => {
      const read: User = (await platform.admin.get(`/api/user/${id}`)).json()
      return platform.admin.post('/api/user', { ...read, email, currentPassword: PASSWORD })
    }
    expect((await change('chief@city.vn')).json().email).toBe('admin@city.vn')
    expect((await platform.admin.post(`/api/greenwave/user/${id}/email`)).json().message).toContain('Open the link')
    await platform.close()

    await start()
    const alone = platform.store.users.byEmail('admin@city.vn')?.id.id ?? ''
    const read: User = (await platform.admin.get(`/api/user/${alone}`)).json()
    await platform.admin.post('/api/user', { ...read, email: 'chief@city.vn', currentPassword: PASSWORD })
    expect((await platform.admin.post(`/api/greenwave/user/${alone}/email`)).json().email).toBe('chief@city.vn')
  })

  it('cannot be requested by an administrator who is signed in as the user', async () => {
    await start()
    const { token } = (await platform.admin.get(`/api/user/${user.id.id}/token`)).json()
    const answer = await request(
      NEW,
      { currentPassword: PASSWORD },
      platform.caller({ 'x-authorization': `Bearer ${token}` }),
    )
    expect([answer.statusCode, answer.json().message]).toEqual([
      403,
      expect.stringContaining('signed in as another user'),
    ])
  })

  it('is limited by the day, for the user and for the address', async () => {
    await start()
    for (let nth = 0; nth < LIMITS.emailChangesOfUser.value; nth += 1) {
      expect((await request(`lan${nth}@new.vn`)).statusCode).toBe(200)
    }
    expect((await request('lan9@new.vn')).json()).toMatchObject({ status: 429 })
    const customer = await platform.customer('District 2')
    for (let nth = 0; nth < LIMITS.emailChangesToAddress.value; nth += 1) {
      const other = await platform.customerUser(customer, `person${nth}@city.vn`)
      const body = { ...other.user, email: 'victim@city.vn', currentPassword: PASSWORD }
      expect((await other.caller.post('/api/user', body)).statusCode).toBe(200)
    }
    const last = await platform.customerUser(customer, 'last@city.vn')
    const body = { ...last.user, email: 'Victim@city.vn', currentPassword: PASSWORD }
    expect((await last.caller.post('/api/user', body)).statusCode).toBe(429)
    platform.advance(86_400_000)
    const later = await platform.signIn('last@city.vn', PASSWORD)
    expect((await later.post('/api/user', body)).statusCode).toBe(200)
  })

  it('cannot be stored by hand, and an administrator who gives the user an address ends the wait', async () => {
    await start()
    await caller.post('/api/user', {
      ...(await newest()),
      additionalInfo: { pendingEmail: { email: 'boss@city.vn' }, note: 1 },
    })
    expect(platform.store.users.byId(user.id.id)?.additionalInfo).toEqual({ note: 1 })
    await request()
    const set = await platform.admin.post('/api/user', { ...(await newest()), email: 'given@city.vn' })
    expect(set.json().email).toBe('given@city.vn')
    expect(await pending()).not.toHaveProperty('pendingEmail')
  })
})

it('a mail that cannot be sent holds nothing up and is logged without the address of the server', async () => {
  await withMail()
  mails.unknown.add(OLD)
  onTestFinished(() => mails.unknown.clear())
  expect((await request()).statusCode).toBe(200)
  await expect.poll(() => platform.logLines.join('')).toContain('Sending a mail about an account failed')
})
