/** @file A day of the calendar on a real platform, with real controllers. */
import { type Calendar, parseCalendar, parseCalendarAsset, writeCalendar } from '@greenwave/contract/records/calendars'
import { parseChangeRecord } from '@greenwave/contract/records/changeRecords'
import { parseKindNote } from '@greenwave/contract/records/kindNotes'
import { CALENDAR_TYPE, CHANGE_KEY } from '@greenwave/contract/records/recordKeys'
import type { Asset } from '@greenwave/contract/wire/assets'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { timeZone } from '@greenwave/controller/timeZone'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WatchedCity, type WatcherHere } from '../testing/watchedCity.ts'

let city: WatchedCity
let watcher: WatcherHere
beforeAll(async () => {
  city = await WatchedCity.build(2)
  watcher = await city.watchHere()
  await city.untilJudged()
}, 120_000)
afterAll(async () => {
  await watcher?.close()
  await city?.end()
})

const WORKING = { Plan_total: 1, P1_HH: 0, P1_MM: 0, P1_Pr: 1, P1_ENT: 1 }
const KINDS = { working: WORKING, flood: { ...WORKING, P1_MM: 1 } }
const OFTEN = { timeout: 60_000, interval: 200 }
const NAMES = ['TLC-0', 'TLC-1']

/** Returns the local time so many minutes from now. */
function localMinute(minutes: number): string {
  const nowMs = Date.now() + minutes * 60_000
  return new Date(nowMs + timeZone().aheadMs(nowMs)).toISOString().slice(0, 16)
}

function calendarOf(...rules: readonly object[]): Calendar {
  const kinds = [
    { id: 'working', name: 'Working day', color: 'grey' },
    { id: 'flood', name: 'Flood', color: 'teal' },
  ]
  const daily = { on: 'weekdays', days: [1, 2, 3, 4, 5, 6, 7], kind: 'working' }
  const { record } = parseCalendar({ kinds, rules: [...rules, daily] })
  if (!record) throw new Error('not a calendar')
  return record
}

const save = (asset: object, calendar: Calendar): Promise<Asset> =>
  city.api.call('saveAsset', { body: { ...asset, additionalInfo: writeCalendar({}, calendar) } as never })

const calendars = async () =>
  (await city.api.call('tenantAssets', { query: { pageSize: 10, page: 0, type: CALENDAR_TYPE } })).data

/** Returns the settings that each junction was sent, those that it reports, and its kind of day. */
const shown = () =>
  Promise.all(
    NAMES.map(async (name) => {
      const read = (scope: 'SHARED_SCOPE' | 'CLIENT_SCOPE' | 'SERVER_SCOPE') =>
        city.api.attributes(city.id(name), scope)
      const note = parseKindNote((await read('SERVER_SCOPE')).gw_kind)
      const [sent, reported] = [(await read('SHARED_SCOPE')).P1_MM, (await read('CLIENT_SCOPE')).P1_MM]
      return [sent, reported, note?.name, note?.state]
    }),
  )

async function changes(name: string) {
  const query = {
    keys: CHANGE_KEY,
    startTs: '0',
    endTs: String(Date.now() + 1),
    limit: '10',
    orderBy: 'ASC',
    agg: 'NONE',
  }
  const found = await city.api.call('timeseries', { params: ofDevice(city.id(name)), query })
  return (found[CHANGE_KEY] ?? []).map(({ ts, value }) => parseChangeRecord(ts, value))
}

test('a rule by hand is sent to its junctions and taken, and when it is removed the day is sent again', async () => {
  // What a first try left behind.
  for (const { id } of await calendars()) await city.api.call('deleteAsset', { params: { assetId: id.id } })
  for (const name of NAMES)
    await city.api.writeAttributes(city.id(name), 'SERVER_SCOPE', { gw_kinds: { calendar: 'city', kinds: KINDS } })
  const flood = { on: 'hand', from: localMinute(-2), until: localMinute(90), kind: 'flood', by: 'mai@signal.vn' }
  const asset = await save(
    { name: 'Calendar', type: CALENDAR_TYPE },
    calendarOf({ ...flood, name: 'High tide', junctions: [city.id('TLC-0')] }),
  )
  await expect.poll(shown, OFTEN).toEqual([
    [1, 1, 'Flood', 'sent'],
    [0, 0, 'Working day', 'sent'],
  ])
  await expect.poll(async () => (await changes('TLC-0')).map((change) => change?.state), OFTEN).toEqual(['written'])
  expect(await changes('TLC-0')).toMatchObject([
    {
      by: { name: 'mai@signal.vn' },
      from: 'watcher',
      why: 'calendar: Flood, by hand (High tide)',
      after: { P1_MM: 1 },
    },
  ])
  expect(await changes('TLC-1')).toEqual([])
  await save(asset, calendarOf())
  await expect.poll(shown, OFTEN).toEqual([
    [0, 0, 'Working day', 'sent'],
    [0, 0, 'Working day', 'sent'],
  ])
  expect((await calendars()).map((one) => parseCalendarAsset(one).record?.rules.length)).toEqual([1])
  expect(await Promise.all(NAMES.map((name) => city.activeTypes(name)))).toEqual([[], []])
  expect(watcher.complaints).toEqual([])
}, 150_000)
