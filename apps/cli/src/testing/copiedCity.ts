/** @file A city on a platform, for tests of copying: made by calls, and read back without ids and times. */

import { CORRIDOR_TYPE, writeCorridor } from '@greenwave/contract/records/corridors'
import { CALENDAR_TYPE, ROLLOUT_TYPE } from '@greenwave/contract/records/recordKeys'
import { ROUTE_TYPE, writeRoute } from '@greenwave/contract/records/routes'
import { ofDevice } from '@greenwave/contract/wire/ids'
import type { Api } from '@greenwave/harness/api'
import pMap from 'p-map'

/** A calendar of two junctions; the note of its watcher is not copied. */
const KINDS = { gw_kinds: { calendar: 'city', kinds: { working: { P1_HH: 5 } } }, gw_kind: { kind: 'working', at: 1 } }

/** A photo of one pixel. */
const PHOTO = Buffer.from(
  '/9j/2wBDAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQH/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q==',
  'base64',
)

const PAGE = { pageSize: 1000, page: 0 }
const CALLS_AT_ONCE = 8

/** Makes a city with so many junctions in two districts, a corridor and a change of many junctions. */
export async function makeCity(api: Api, junctions: number): Promise<void> {
  const districts = [await api.createCustomer('District 1'), await api.createCustomer('Quận 3 (50%_)')]
  const [first] = districts
  if (!first) return
  const rules = { least: 5, customers: [first.id.id], test: { channel: 'email', at: 1 } }
  await api.call('saveUser', {
    query: { sendActivationMail: 'false' },
    body: {
      ...{ email: 'mai@signal.vn', authority: 'CUSTOMER_USER', customerId: first.id, firstName: 'Mai' },
      additionalInfo: { description: 'Night shift', gw: { notify: rules } },
    },
  })
  const ids = await pMap(
    Array.from({ length: junctions }, (_, i) => i),
    async (i) => {
      const customer = districts[i % 3]
      const login = { clientId: `c${i}`, userName: `u${i}`, password: `secret-${i}` }
      const device = { name: `TLC-${i}`, label: `Ngã tư ${i}`, ...(customer && { customer }) }
      const { id } = await api.createDevice(device, login)
      await api.writeAttributes(id.id, 'SERVER_SCOPE', {
        latitude: 10 + i / 1000,
        gw_level: 4,
        note: `no. ${i}`,
        ...(i < 2 && KINDS),
      })
      await api.writeAttributes(id.id, 'SHARED_SCOPE', { Mode: 4, Vang: 3, Pr1_X1: 20 + (i % 30) })
      return id.id
    },
    { concurrency: CALLS_AT_ONCE },
  )
  await api.call('uploadImage', { body: { file: new File([PHOTO], 'cabinet.jpg'), title: ids[0] } })
  const none = { outbound: null, inbound: null }
  const places = ids.slice(0, 3).map((device) => ({ device, distance: null, speed: none, phase: none }))
  await api.call('saveAsset', {
    body: {
      ...{ name: 'Lê Lợi', type: CORRIDOR_TYPE, customerId: first.id },
      additionalInfo: writeCorridor({}, { junctions: places }),
    },
  })
  const way = ids.slice(0, 3).map((device, nth) => ({ device, phase: 1 as const, position: nth * 300, speed: 40 }))
  const route = { name: 'Hospital', type: ROUTE_TYPE }
  await api.call('saveAsset', {
    body: { ...route, additionalInfo: writeRoute({}, { longest: 120, queue: 10, junctions: way }) },
  })
  const flood = { on: 'hand', from: '2026-11-28T14:00', until: '2026-11-28T18:00', kind: 'working' }
  const calendar = { key: 'city', rules: [{ ...flood, junctions: ids.slice(0, 2) }] }
  await api.call('saveAsset', {
    body: { ...{ name: 'Calendar', type: CALENDAR_TYPE }, additionalInfo: { gw: calendar } },
  })
  await api.call('saveAsset', {
    body: {
      ...{ name: 'Rollout 1', type: ROLLOUT_TYPE },
      additionalInfo: { v: 1, run: 'running', sender: { id: ids[0] }, targets: ids.map((id) => ({ id })) },
    },
  })
}

/** Returns what a city has, as a text in which entities have the names that they have on every platform. */
export async function fetchCity(api: Api): Promise<string> {
  const { data: customers } = await api.call('customers', { query: PAGE })
  const { data: users } = await api.call('users', { query: PAGE })
  const { data: devices } = await api.call('tenantDevices', { query: PAGE })
  const { data: assets } = await api.call('tenantAssets', { query: PAGE })
  const { data: images } = await api.call('images', { query: PAGE })
  const names = new Map([
    ...customers.map(({ id, title }) => [id.id, title] as const),
    ...[...devices, ...assets].map(({ id, name }) => [id.id, name] as const),
    ...users.map(({ id, email }) => [id.id, email] as const),
  ])
  const junctions = await pMap(
    devices,
    async ({ id, name, label, type, customerId, additionalInfo }) => {
      const { credentialsType, credentialsValue } = await api.call('deviceCredentials', { params: { deviceId: id.id } })
      const { active: _, ...server } = await api.attributes(id.id, 'SERVER_SCOPE')
      const values = { server, shared: await api.attributes(id.id, 'SHARED_SCOPE') }
      const keys = await api.call('timeseriesKeys', { params: ofDevice(id.id) })
      return { name, label, type, customerId, additionalInfo, credentialsType, credentialsValue, ...values, keys }
    },
    { concurrency: CALLS_AT_ONCE },
  )
  const city = {
    customers: sorted(customers, ({ title, email, additionalInfo }) => ({ title, email, additionalInfo })),
    users: sorted(
      users.filter(({ authority }) => authority === 'CUSTOMER_USER'),
      ({ email, firstName, customerId, additionalInfo }) => ({ email, firstName, customerId, additionalInfo }),
    ),
    junctions: sorted(junctions, (junction) => junction),
    images: sorted(images, ({ title, link, descriptor }) => ({ title, link, descriptor })),
    assets: sorted(assets, ({ name, type, customerId, additionalInfo }) => ({
      name,
      type,
      customerId,
      additionalInfo,
    })),
  }
  const text = JSON.stringify(city, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
  return text.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => names.get(id) ?? 'nobody')
}

function sorted<Row, Said>(rows: readonly Row[], say: (row: Row) => Said): readonly Said[] {
  return rows.map(say).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
}

/**
 * Returns what a copy of a city reads like: the level is the watcher's, the test message was asked for there, and nobody
 * sends a change from two platforms.
 */
export function asCopied(city: string): string {
  return city
    .replaceAll('"gw_kind":{"at":1,"kind":"working"},', '')
    .replaceAll('"gw_level":4,', '')
    .replace(',"test":{"at":1,"channel":"email"}', '')
    .replace('"run":"running","sender":{"id":"TLC-0"}', '"run":"stopped","sender":null')
}
