import { createECDH } from 'node:crypto'
import { DAY_KEY, writeDaySums } from '@greenwave/contract/records/daySums'
import { ofDevice } from '@greenwave/contract/wire/ids'
import type { User } from '@greenwave/contract/wire/users'
import { countDay } from '@greenwave/observer/conformity/countDay'
import { dateOf, nextMidnight, spanOf } from '@greenwave/observer/conformity/days'
import { playStreet } from '@greenwave/observer/conformity/testing/street'
import { type NotifyRules, parseNotifyRules, withNotifyRules } from '@greenwave/contract/records/notify'
import {
  type NotifyStatus,
  notifyStatusKey,
  parseNotifyStatus,
  subscriptionMark,
} from '@greenwave/contract/records/notifyRecords'
import { MailServer } from '@greenwave/harness/mailServer'
import { ADMIN_EMAIL } from '@greenwave/harness/platformProcess'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WHOLE_FLEET } from '../fleet/share.ts'
import { PushReceiver } from '../testing/pushReceiver.ts'
import { WatchedCity } from '../testing/watchedCity.ts'

const PASSWORD = 'stands at the crossing'
let city: WatchedCity
let mail: MailServer
let push: PushReceiver
let env: Record<string, string>
beforeAll(async () => {
  mail = await MailServer.start('mail-secret')
  push = await PushReceiver.start()
  city = await WatchedCity.build(4)
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  env = {
    GREENWAVE_SMTP_URL: `smtp://tells:mail-secret@127.0.0.1:${mail.port}`,
    GREENWAVE_SMTP_FROM: 'Greenwave <tells@city.example>',
    GREENWAVE_PUBLIC_URL: 'https://signals.example',
    GREENWAVE_PUSH_KEY: pair.getPrivateKey('base64url'),
    GREENWAVE_PUSH_HOSTS: push.origin,
  }
})
afterAll(async () => {
  await city?.end()
  await mail?.stop()
  await push?.stop()
})

const watching = (more: Record<string, string> = {}) => city.watchHere(WHOLE_FLEET, { ...env, ...more })

/** Saves rules of a user; those that are not named are the defaults. */
async function setRules(userId: string, rules: Partial<NotifyRules>): Promise<void> {
  const user = await city.api.call('user', { params: { userId } })
  const whole = parseNotifyRules({ gw: { notify: rules } }) as NotifyRules
  await city.api.call('saveUser', { body: { ...user, additionalInfo: withNotifyRules(user.additionalInfo, whole) } })
}

async function statusOf({ id, customerId, authority }: User): Promise<NotifyStatus> {
  const isAdmin = authority === 'TENANT_ADMIN'
  const assets = await city.api.call('tenantAssets', { query: { type: 'greenwave', page: 0, pageSize: 1 } })
  const entityId = isAdmin ? (assets.data[0]?.id.id ?? '') : customerId.id
  const params = { entityType: isAdmin ? 'ASSET' : 'CUSTOMER', entityId, scope: 'SERVER_SCOPE' } as const
  const [found] = await city.api.call('attributes', { params, query: { keys: notifyStatusKey(id.id) } })
  return parseNotifyStatus(found?.value)
}

const customerUser = (email: string) => city.api.createCustomerUser(city.customer, email, PASSWORD)

describe('people are notified', () => {
  test('once of each incident, also after a restart and with a second watcher, and that it is over if they want that', async () => {
    const user = await customerUser('one@q1.vn')
    await setRules(user.id.id, { email: true, cleared: true })
    const watchers = [await watching(), await watching()]
    await city.untilJudged()
    city.cause('TLC-0', 'dark-phase:2')
    await expect.poll(() => mail.subjects('one@q1.vn')).toEqual(['[Greenwave] Fault: Dark, Ngã tư 0'])
    const [first] = mail.mails
    expect(first?.raw).toContain(`https://signals.example/devices/${city.id('TLC-0')}`)
    expect(first?.raw).toMatch(/^From: Greenwave <tells@city.example>/m)
    await expect
      .poll(async () => (await statusOf(user)).email)
      .toMatchObject({
        failure: null,
        sentAt: expect.any(Number),
      })

    for (const watcher of watchers) {
      await watcher.close()
      expect(watcher.complaints).toEqual([])
    }
    const next = await watching()
    await city.untilJudged()
    city.cause('TLC-0')
    await expect
      .poll(() => mail.subjects('one@q1.vn'))
      .toEqual(['[Greenwave] Fault: Dark, Ngã tư 0', '[Greenwave] Over: Dark, Ngã tư 0'])
    // Nor did the two watchers double it.
    expect((await city.shown('TLC-0')).all).toHaveLength(1)
    await expect.poll(async () => (await city.shown('TLC-0')).attributes.gw_told).toBeUndefined()
    // What became of the messages goes with their user.
    await city.api.remove({ kind: 'user', id: user.id.id })
    await expect.poll(() => statusOf(user)).toEqual(parseNotifyStatus(undefined))
    await next.close()
  })

  test('not of what is acknowledged or muted, not of junctions of others, and not when they are shut out', async () => {
    const [user, shut] = [await customerUser('two@q1.vn'), await customerUser('shut@q1.vn')]
    const admin = await city.api.call('currentUser')
    const other = await city.api.createCustomer('Quận 2')
    const stranger = await city.api.createCustomerUser(other, 'stranger@q2.vn', PASSWORD)
    const plain = await city.watchHere()
    city.cause('TLC-0', 'dark-phase:2')
    city.cause('TLC-1', 'dark-phase:2')
    await expect.poll(() => city.activeTypes('TLC-0')).toEqual(['Dark'])
    await expect.poll(() => city.activeTypes('TLC-1')).toEqual(['Dark'])
    const [alarm] = (await city.shown('TLC-0')).active
    await city.api.call('acknowledgeAlarm', { params: { alarmId: alarm?.id.id ?? '' } })
    const mute = { until: Date.now() + 600_000, by: ADMIN_EMAIL, why: 'lamps are replaced', at: Date.now() }
    await city.api.writeAttributes(city.id('TLC-1'), 'SERVER_SCOPE', { gw_mute: mute })
    await plain.close()

    await city.api.call('setUserCredentialsEnabled', {
      params: { userId: shut.id.id },
      query: { userCredentialsEnabled: 'false' },
    })
    for (const { id } of [user, shut, stranger, admin]) await setRules(id.id, { email: true })
    const watcher = await watching()
    await city.untilJudged()
    city.cause('TLC-2', 'dark-phase:1')
    await expect.poll(() => mail.subjects('two@q1.vn')).toEqual(['[Greenwave] Fault: Dark, Ngã tư 2'])
    await expect.poll(() => mail.subjects(ADMIN_EMAIL)).toEqual(['[Greenwave] Fault: Dark, Ngã tư 2'])
    // The mute ends while the fault holds.
    await city.api.writeAttributes(city.id('TLC-1'), 'SERVER_SCOPE', { gw_mute: { ...mute, until: Date.now() } })
    await expect.poll(() => mail.subjects('two@q1.vn').at(-1)).toBe('[Greenwave] Fault: Dark, Ngã tư 1')
    expect([mail.subjects('shut@q1.vn'), mail.subjects('stranger@q2.vn')]).toEqual([[], []])
    for (const { id } of [user, shut, stranger, admin]) await setRules(id.id, {})
    for (const name of ['TLC-0', 'TLC-1', 'TLC-2']) city.cause(name)
    for (const name of ['TLC-0', 'TLC-1', 'TLC-2']) await expect.poll(() => city.activeTypes(name)).toEqual([])
    await watcher.close()
  })

  test('of many at once in one message', async () => {
    const user = await customerUser('many@q1.vn')
    await setRules(user.id.id, { email: true, language: 'vi' })
    const watcher = await watching()
    await city.untilJudged()
    for (const name of ['TLC-0', 'TLC-1', 'TLC-2', 'TLC-3']) city.cause(name, 'dark-phase:1')
    await expect.poll(() => mail.subjects('many@q1.vn')).toEqual(['[Greenwave] 4 sự cố'])
    for (const name of ['TLC-0', 'TLC-1', 'TLC-2', 'TLC-3']) city.cause(name)
    for (const name of ['TLC-0', 'TLC-1', 'TLC-2', 'TLC-3']) await expect.poll(() => city.activeTypes(name)).toEqual([])
    expect(mail.subjects('many@q1.vn')).toHaveLength(1)
    await setRules(user.id.id, {})
    await watcher.close()
  })

  test('of the last month, by the sums on the platform, once, also after a restart', async () => {
    const user = await customerUser('month@q1.vn')
    const { fromMs } = spanOf('month', spanOf('month', Date.now() - 6 * 3_600_000).fromMs - 1)
    const sums = { ...countDay(playStreet([{ seconds: 1200, longer: 2 }])), dayMs: fromMs, fromMs }
    const value = writeDaySums({ ...sums, untilMs: nextMidnight(fromMs) })
    await city.api.call('saveTimeseries', {
      params: { ...ofDevice(city.id('TLC-0')), scope: 'ANY' },
      body: [{ ts: fromMs, values: { [DAY_KEY]: value } }],
    })
    await setRules(user.id.id, { monthly: true })
    const watcher = await watching()
    await expect.poll(() => mail.subjects('month@q1.vn').length).toBe(1)
    expect(mail.subjects('month@q1.vn')).toEqual([expect.stringMatching(/^\[Greenwave\] \w+ \d{4}(:| was)/)])
    await expect.poll(async () => (await statusOf(user)).email).toMatchObject({ failure: null })
    expect((await statusOf(user)).month).toBe(dateOf(fromMs).slice(0, 7))
    await watcher.close()
    const next = await watching()
    // A test message shows that the rules were read again.
    await setRules(user.id.id, { monthly: true, test: { channel: 'email', at: Date.now() } })
    await expect.poll(() => mail.subjects('month@q1.vn').at(-1)).toBe('[Greenwave] Test message')
    expect(mail.subjects('month@q1.vn')).toHaveLength(2)
    await setRules(user.id.id, {})
    await next.close()
  })

  test('by a test message; what failed is said, without the password', async () => {
    const user = await customerUser('test@q1.vn')
    const watcher = await watching()
    const at = Date.now()
    await setRules(user.id.id, { test: { channel: 'email', at } })
    await expect.poll(() => mail.subjects('test@q1.vn')).toEqual(['[Greenwave] Test message'])
    await expect.poll(() => statusOf(user)).toMatchObject({ testAt: at, email: { failure: null } })

    mail.unknown.add('test@q1.vn')
    await setRules(user.id.id, { test: { channel: 'email', at: at + 1 } })
    await expect
      .poll(() => statusOf(user))
      .toMatchObject({
        testAt: at + 1,
        email: { failure: { problem: 'recipient', detail: expect.stringContaining('No such user here') } },
      })
    await watcher.close()

    const wrong = await watching({ GREENWAVE_SMTP_URL: `smtp://tells:wrong-secret@127.0.0.1:${mail.port}` })
    await setRules(user.id.id, { test: { channel: 'email', at: at + 2 } })
    await expect.poll(() => statusOf(user)).toMatchObject({ testAt: at + 2, email: { failure: { problem: 'login' } } })
    expect(JSON.stringify(await statusOf(user)) + wrong.complaints.join()).not.toContain('wrong-secret')
    await wrong.close()
  })

  test('by web push on every browser; one that is gone is said and left out, a strange address is never called', async () => {
    const user = await customerUser('push@q1.vn')
    const [phone, desk, lost] = ['phone', 'desk', 'lost'].map((browser) => push.subscribe(browser))
    if (!phone || !desk || !lost) throw new Error('no browsers')
    const watcher = await watching()
    push.statuses.set('lost', 410)
    await setRules(user.id.id, {
      push: true,
      subscriptions: [phone, desk, lost],
      test: { channel: 'push', at: Date.now() },
    })
    await expect.poll(() => push.pushed.map(({ browser }) => browser).sort()).toEqual(['desk', 'phone'])
    expect(push.pushed[0]).toMatchObject({
      payload: { title: 'Test message', path: '/account?tab=notifications' },
      authorization: expect.stringMatching(/^vapid t=.+, k=.+/),
    })
    await expect.poll(async () => (await statusOf(user)).gone).toEqual([subscriptionMark(lost.endpoint)])

    await city.untilJudged()
    city.cause('TLC-3', 'two-greens:1,2')
    await expect.poll(() => push.pushed.length).toBe(4)
    expect(push.pushed.at(-1)?.payload).toMatchObject({
      title: 'Danger: Conflicting green, Ngã tư 3',
      path: `/devices/${city.id('TLC-3')}`,
      urgent: true,
    })
    const strange = { ...phone, endpoint: `${city.platform.url}/strange` }
    const at = Date.now()
    await setRules(user.id.id, { subscriptions: [strange], test: { channel: 'push', at } })
    await expect.poll(() => statusOf(user)).toMatchObject({ testAt: at, push: { failure: { problem: 'host' } } })
    await setRules(user.id.id, {})
    city.cause('TLC-3')
    await watcher.close()
  })
})
