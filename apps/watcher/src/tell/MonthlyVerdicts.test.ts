import { playedCalls } from '@greenwave/client/testing/playedCalls'
import { DAY_KEY, writeDaySums } from '@greenwave/contract/records/daySums'
import { parseNotifyRules } from '@greenwave/contract/records/notify'
import { countDay } from '@greenwave/observer/conformity/countDay'
import { daysOf, midnightOfDate, nextMidnight } from '@greenwave/observer/conformity/days'
import { playStreet } from '@greenwave/observer/conformity/testing/street'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { SendFailure } from './channel.ts'
import type { Listener } from './listeners.ts'
import { MonthlyVerdicts } from './MonthlyVerdicts.ts'
import type { Message } from './message.ts'
import { Statuses } from './statuses.ts'

const HOUR_MS = 3_600_000
const NOVEMBER = midnightOfDate('2026-11-01')
const SEEN = { expected: 1200, missing: 0, believable: 1200, connected: 1200 }
const DAY = { ...countDay(playStreet([{ seconds: 1200 }])), ...SEEN }
const NO_CUSTOMER = { id: '13814000-1dd2-11b2-8080-808080080808', entityType: 'CUSTOMER' }
/** A junction of customer c1, and one of no customer, which has conflicting greens in October. */
const DEVICES = [
  { id: { id: 'd1' }, name: 'TLC-1', label: 'Lê Lợi', customerId: { id: 'c1', entityType: 'CUSTOMER' } },
  { id: { id: 'd2' }, name: 'TLC-2', label: 'Pasteur', customerId: NO_CUSTOMER },
]

function dayValue(deviceId: string, dayMs: number, notShown: number): unknown {
  const none = { cleared: 0, clearSeconds: 0, acknowledged: 0, acknowledgeSeconds: 0 }
  const incidents =
    deviceId === 'd2' && dayMs === midnightOfDate('2026-10-05') ? [{ code: 'conflict', raised: 2, ...none }] : []
  const hidden = { notShown, believable: SEEN.believable - notShown }
  return writeDaySums({ ...DAY, ...hidden, dayMs, fromMs: dayMs, untilMs: nextMidnight(dayMs), incidents })
}

/** A platform with a mail server; what it stores stays when watchers are started anew. */
class Scene {
  nowMs = NOVEMBER + 6 * HOUR_MS
  readonly sent: { readonly to: string; readonly message: Message }[] = []
  readonly stored = new Map<string, unknown>()
  isRefused = false
  isDisabled = false
  mayTell = true
  /** Days of junctions that were read. */
  reads = 0
  diesWhileSending = false
  /** Seconds of each day in which a display hides a lamp. */
  notShown = 0
  alarms: readonly object[] = []

  watcher(): MonthlyVerdicts {
    const call = playedCalls(async (name, { params, query, body }) => {
      const { entityId = '' } = (params ?? {}) as { readonly entityId?: string }
      switch (name) {
        case 'tenantDevices':
          return { data: DEVICES, hasNext: false }
        case 'timeseries': {
          const { keys, startTs, endTs } = query as {
            readonly keys: string
            readonly startTs: string
            readonly endTs: string
          }
          if (keys !== DAY_KEY) return {}
          this.reads += 1
          const days = daysOf({ fromMs: Number(startTs), untilMs: Number(endTs) })
          return { [DAY_KEY]: days.map((dayMs) => ({ ts: dayMs, value: dayValue(entityId, dayMs, this.notShown) })) }
        }
        case 'attributes': {
          const { keys } = query as { readonly keys: string }
          return this.stored.has(keys) ? [{ key: keys, value: this.stored.get(keys) }] : []
        }
        case 'saveAttributes':
          for (const [key, value] of Object.entries(body as object)) this.stored.set(key, value)
          return undefined
        case 'user':
          return { additionalInfo: { userCredentialsEnabled: !this.isDisabled } }
        case 'alarmsV2':
          return { data: this.alarms, hasNext: false }
        default:
          throw new Error(`no answer to ${name}`)
      }
    })
    const email = {
      send: async ({ email: to }: Listener, message: Message) => {
        if (this.isRefused) throw new SendFailure('unreachable', 'no answer')
        this.sent.push({ to, message })
        // The process ends before it can note what became of the message.
        if (this.diesWhileSending) await new Promise(() => {})
        return { gone: [] }
      },
      close: () => {},
    }
    return new MonthlyVerdicts({
      ...{ call, channels: { email }, now: () => this.nowMs, mayTell: async () => this.mayTell },
      log: pino({ level: 'silent' }),
      style: { productName: 'Greenwave', publicUrl: 'https://signals.example' },
      statuses: new Statuses({ call, assetId: async () => 'asset', onRefused: () => {} }),
    })
  }
}

function listener(name: string, notify: object, customerId: string | null = null): Listener {
  const rules = parseNotifyRules({ gw: { notify: { monthly: true, timeZone: 'Asia/Ho_Chi_Minh', ...notify } } })
  if (!rules) throw new Error('no rules')
  return { userId: name, email: `${name}@city.example`, customerId, rules }
}

test('the verdict on a month is sent once to those who want it, also after a restart and with two watchers', async () => {
  const scene = new Scene()
  const all = [
    listener('admin', {}),
    listener('district', { language: 'vi' }, 'c1'),
    listener('none', { monthly: false }),
  ]
  const watchers = [scene.watcher(), scene.watcher()]
  scene.nowMs -= 1
  // Of September nobody was sent anything; it is over, too.
  await watchers[0]?.look(all)
  expect(scene.sent.map(({ message }) => message.subject)).toEqual([
    '[Greenwave] September 2026 was good',
    '[Greenwave] Tháng 9/2026 vận hành tốt',
  ])
  scene.sent.length = 0
  scene.nowMs += 1
  for (const watcher of [...watchers, scene.watcher(), ...watchers]) await watcher.look(all)
  expect(scene.sent.map(({ to, message }) => [to, message.subject])).toEqual([
    ['admin@city.example', '[Greenwave] October 2026 was poor'],
    ['district@city.example', '[Greenwave] Tháng 10/2026 vận hành tốt'],
  ])
  scene.nowMs += 20 * 24 * HOUR_MS
  await scene.watcher().look(all)
  expect(scene.sent).toHaveLength(2)
})

test('the message has the sentence, the reason, four figures with changes, the worst junctions and their reports', async () => {
  const scene = new Scene()
  await scene.watcher().look([listener('admin', {})])
  const text = scene.sent[0]?.message.text ?? ''
  expect(text).toContain(
    'October 2026 was poor\n2 incidents were a danger to traffic.\nAs programmed: 100.0 % (as in the month before). ',
  )
  expect(text).toMatch(/\n[\d,]+ of [\d,]+ cycles could be checked|\. [\d,]+ of [\d,]+ cycles could be checked/)
  expect(text).toContain('Incidents: 2 (none in the month before), at 1 of 2 junctions, 2 dangers among them.')
  expect(text).toContain(
    'https://signals.example/reports?period=month&day=2026-10-01\n\nPasteur\n2 dangers, 100.0 % as programmed',
  )
  expect(text).toContain('https://signals.example/reports?period=month&day=2026-10-01&junction=d2')
  expect(text).not.toContain('Lê Lợi')
})

test('a broken wave counts, unless an incident of a junction causes it', async () => {
  const wave = (facts: object) => ({
    ...{ startTs: midnightOfDate('2026-10-07'), cleared: false, acknowledged: false, customerId: NO_CUSTOMER },
    details: { code: 'corridor', text: 'The wave is broken', facts },
  })
  const scene = new Scene()
  scene.alarms = [wave({ cause: 'step', device: 'd2' }), wave({ cause: 'clock', device: 'd2' }), wave({})]
  await scene.watcher().look([listener('admin', {})])
  expect(scene.sent[0]?.message.text).toContain('Incidents: 4 (none in the month before)')
})

test('a refused message is sent later, one that a killed watcher was sending is not sent twice', async () => {
  const scene = new Scene()
  const watcher = scene.watcher()
  scene.isRefused = true
  await watcher.look([listener('admin', {})])
  scene.isRefused = false
  await watcher.look([listener('admin', {})])
  expect(scene.sent).toEqual([])
  scene.nowMs += 900_000
  await watcher.look([listener('admin', {})])
  expect(scene.sent).toHaveLength(1)

  scene.diesWhileSending = true
  void scene.watcher().look([listener('other', {})])
  await expect.poll(() => scene.sent.length).toBe(2)
  scene.diesWhileSending = false
  await scene.watcher().look([listener('other', {})])
  expect(scene.sent).toHaveLength(2)
})

test('it waits for the time of day and the days that the user wants', async () => {
  const scene = new Scene()
  // The first of November 2026 is a Sunday.
  const office = listener('office', { days: [1, 2, 3, 4, 5], from: '08:00', to: '17:00' })
  const watcher = scene.watcher()
  await watcher.look([office])
  expect(scene.sent).toEqual([])
  scene.nowMs = NOVEMBER + 32 * HOUR_MS
  await watcher.look([office])
  expect(scene.sent).toHaveLength(1)
})

test('the records of a city are read once for a month, and only for a message that may be sent', async () => {
  const scene = new Scene()
  const watcher = scene.watcher()
  const look = async (...listeners: Listener[]) => {
    await watcher.look(listeners)
    scene.nowMs += HOUR_MS
  }
  scene.mayTell = false
  await look(listener('admin', {}))
  scene.mayTell = true
  scene.isDisabled = true
  await look(listener('admin', {}))
  expect(scene.reads).toBe(0)
  scene.isDisabled = false
  scene.isRefused = true
  await look(listener('admin', {}))
  const once = scene.reads
  expect(once).toBeGreaterThan(0)
  await look(listener('admin', {}))
  scene.isRefused = false
  await look(listener('admin', {}), listener('empty', {}, 'c9'))
  expect(scene.reads).toBe(once)
  expect(scene.sent).toHaveLength(1)
  // A customer whose junctions have no records does not have the city read again and again.
  await look(listener('empty', {}, 'c9'))
  expect(scene.reads).toBe(once)
})

test('where displays hide lamps, the message states over which share of the seconds the signals were available', async () => {
  const scene = new Scene()
  scene.notShown = 240
  await scene.watcher().look([listener('admin', {}), listener('district', { language: 'vi' }, 'c1')])
  const [inEnglish, inVietnamese] = scene.sent.map(({ message }) => message.text)
  expect(inEnglish).toContain('Available: 100.0 %')
  expect(inEnglish).toContain('In 80.0 % of the seconds the displays showed the lamps; the others are left out.')
  expect(inEnglish).toContain('100.0 % available (over 80.0 % of the seconds)')
  expect(inVietnamese).toContain('Bộ hiển thị cho thấy đèn trong 80,0 % số giây')
})
