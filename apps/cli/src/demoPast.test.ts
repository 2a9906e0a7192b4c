import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { folderOfTests } from '@greenwave/harness/ofTest'
import { fetchHistory } from '@greenwave/changes/changeHistory'
import type { HistoryEntry } from '@greenwave/changes/historyEntry'
import type { CallApi } from '@greenwave/client/callTypes'
import { signIn } from '@greenwave/client/signIn'
import { parseCycleRecord } from '@greenwave/contract/records/cycleRecords'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { verifyPackage } from '@greenwave/evidence/verify'
import { type GreenwaveProcess, startGreenwave } from '@greenwave/harness/greenwaveProcess'
import { DAY_MS, midnightOf } from '@greenwave/observer/conformity/days'
import { fetchSpan } from '@greenwave/observer/conformity/reading/spanReads'
import { knownSecondsOf, QUARTER_SECONDS } from '@greenwave/observer/replay/quarter'
import { rebuiltQuarter } from '@greenwave/observer/replay/rebuiltQuarter'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FROM_DEMONSTRATION } from '@greenwave/contract/wire/demonstration'

const ADMIN = 'admin@greenwave.test'
const PASSWORD = 'greenwave'
const PAGE = { pageSize: 100, page: 0 }
/** The last two days have a fault, and a wrong setting that was taken back. */
const DAYS = 2
const HOUR_MS = 3_600_000

const folder = folderOfTests()
let dataDir: string
let demo: GreenwaveProcess
let url: string
let admin: CallApi

async function start(): Promise<void> {
  demo = startGreenwave(['demo', '--port', '0', '--mqtt-port', '0', '--data-dir', dataDir, '--past', String(DAYS)])
  url = (await demo.says(/Open +(http:\S+)/))[1] ?? ''
  admin = (await signIn(url, ADMIN, PASSWORD)).call
}
const preparation = async () => (await admin('systemInfo', {})).preparation
/** On a busy machine the past is made slowly. */
const MADE_MS = 900_000
const whole = () => expect.poll(preparation, { interval: 500, timeout: MADE_MS }).toBeUndefined()

beforeAll(async () => {
  dataDir = join(folder, 'data')
  await start()
})
afterAll(async () => {
  demo.signal('SIGTERM')
  await demo.ended
})

const startMs = () => (JSON.parse(readFileSync(join(dataDir, 'past.json'), 'utf8')) as { startMs: number }).startMs
const daysAgo = (days: number) => midnightOf(startMs()) - days * DAY_MS
async function deviceNamed(name: string): Promise<string> {
  const { data } = await admin('tenantDevices', { query: PAGE })
  return data.find((device) => device.name === name)?.id.id ?? ''
}
async function pastAlarms() {
  const { data } = await admin('alarmsV2', { query: { ...PAGE, statusList: 'CLEARED' } })
  return data.filter(({ startTs }) => startTs < startMs())
}

describe('the past of the sample city', () => {
  test(
    'is made in the background, says how far it is, and is whole after a kill in between and another start',
    async () => {
      await expect.poll(preparation, { interval: 50 }).toMatchObject({ isPast: true, total: 21 })
      demo.signal('SIGKILL')
      await demo.ended
      await start()
      await whole()
      expect(await admin('systemInfo', {})).toMatchObject({ madeBefore: startMs() })
    },
    2 * MADE_MS,
  )

  test('a report of yesterday opens', async () => {
    const reader = { call: admin, deviceId: await deviceNamed('TLC-0008') }
    const { sums, unrecorded } = await fetchSpan(
      reader,
      { fromMs: daysAgo(1), untilMs: daysAgo(0) },
      { nowMs: startMs() },
    )
    expect([sums.expected, sums.missing, unrecorded]).toEqual([86_400, 0, 0])
    expect(sums.cycles).toBeGreaterThan(500)
    expect(sums.planChanges).toMatchObject({ onTime: 6, late: 0, unknown: 0 })
    expect(
      sums.incidents.map(({ code, raised, cleared, acknowledged }) => [code, raised, cleared, acknowledged]),
    ).toEqual([['dark', 1, 1, 1]])
  })

  test('the history tape shows each second of a past quarter of an hour', async () => {
    const fromMs = daysAgo(1) + 8 * HOUR_MS
    const { gw_cycle: [record] = [] } = await admin('timeseries', {
      params: ofDevice(await deviceNamed('TLC-0014')),
      query: { keys: 'gw_cycle', startTs: String(fromMs), endTs: String(fromMs + 1), useStrictDataTypes: 'true' },
    })
    const parsed = record && parseCycleRecord(record.ts, record.value)
    if (!parsed) throw new Error('there is a record')
    expect(knownSecondsOf(rebuiltQuarter(parsed))).toBe(QUARTER_SECONDS)
  })

  test('past incidents have their times, what people did about them, and none is active', async () => {
    const alarms = await pastAlarms()
    const yellow = alarms.find(({ type }) => type === 'Short yellow')
    expect(yellow).toMatchObject({ originatorName: 'TLC-0011', status: 'CLEARED_ACK', severity: 'CRITICAL' })
    expect(yellow?.createdTime).toBeLessThan(startMs())
    const { data } = await admin('alarmComments', {
      params: { alarmId: yellow?.id.id ?? '' },
      query: { ...PAGE, sortProperty: 'createdTime', sortOrder: 'ASC' },
    })
    expect(data.map(({ type, comment }) => [type, comment?.subtype])).toEqual([
      ['SYSTEM', 'ACKED_BY_USER'],
      ['OTHER', undefined],
      ['SYSTEM', 'CLEARED_BY_USER'],
    ])
    for (const { createdTime } of data) expect(createdTime).toBeLessThan(startMs())
    expect(alarms.every(({ cleared }) => cleared)).toBe(true)
  })

  test('past changes are listed; the audit log has only what was done since the start, and nothing else was changed', async () => {
    const entries: HistoryEntry[] = []
    const request = { fromMs: 0, untilMs: Date.now() + 5000, hasAudit: true }
    for await (const step of fetchHistory(admin, request)) entries.push(...step.entries)
    expect(entries.filter(({ kind }) => kind === 'outside')).toEqual([])
    const past = entries.flatMap((entry) => {
      return entry.kind === 'change' && entry.change.from !== FROM_DEMONSTRATION ? [entry] : []
    })
    expect(past.map(({ device, change, witness }) => [device.name, change.state, change.words, witness.kind])).toEqual([
      ['TLC-0011', 'written', ['Yellow: 1 s → 3 s'], 'missing'],
      ['TLC-0011', 'written', ['Yellow: 3 s → 1 s'], 'missing'],
    ])
  })

  test('an evidence package of a past day verifies', async () => {
    const { bytes } = await admin('evidence', {
      params: { deviceId: await deviceNamed('TLC-0011') },
      query: { startTs: String(daysAgo(2) + 9 * HOUR_MS), endTs: String(daysAgo(2) + 10 * HOUR_MS) },
    })
    const file = join(folder, 'evidence.zip')
    await writeFile(file, bytes)
    const { findings, manifest } = await verifyPackage(file)
    expect(findings).toEqual([])
    expect(manifest?.seconds).toMatchObject({ total: 3600, rebuilt: 3600, missing: 0 })
    expect(manifest?.remarks.join()).toContain('sample city')
  })

  test('no record of it looks as if a user had just written it, and another start adds nothing', async () => {
    const { data } = await admin('auditLogs', { query: { ...PAGE, sortProperty: 'createdTime', sortOrder: 'ASC' } })
    const kinds = new Set(data.map(({ actionType }) => actionType))
    for (const kind of ['ALARM_ACK', 'ALARM_CLEAR', 'ADDED_COMMENT']) expect(kinds).not.toContain(kind)
    const before = (await pastAlarms()).map(({ id }) => id.id)
    demo.signal('SIGINT')
    expect((await demo.ended).code).toBe(0)
    await start()
    await whole()
    expect((await pastAlarms()).map(({ id }) => id.id)).toEqual(before)
    expect(new Set(before).size).toBe(before.length)
  })
})
