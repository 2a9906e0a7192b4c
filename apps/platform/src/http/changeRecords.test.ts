/** @file Changes of settings with their records, as programs write and find them through the calls. */
import { systemOfTests } from '@greenwave/harness/ofTest'
import { fetchHistory } from '@greenwave/changes/changeHistory'
import type { HistoryEntry } from '@greenwave/changes/historyEntry'
import { fetchChanges } from '@greenwave/changes/fetchChanges'
import { undoOf } from '@greenwave/changes/restore'
import { type Change, writeChange } from '@greenwave/changes/writeChange'
import { addressOf } from '@greenwave/client/callRequest'
import type { CallApi } from '@greenwave/client/callTypes'
import { createClient } from '@greenwave/client/createClient'
import { parseChangeRecord } from '@greenwave/contract/records/changeRecords'
import { CHANGE_KEY, CHANGED_KEY } from '@greenwave/contract/records/recordKeys'
import { calls } from '@greenwave/contract/wire/calls/calls'
import { fetchJunctionFacts } from '@greenwave/rollout/junctionFacts'
import { newRollout } from '@greenwave/rollout/newRollout'
import { previewOf } from '@greenwave/rollout/preview'
import { RolloutSender } from '@greenwave/rollout/RolloutSender'
import { createRollout } from '@greenwave/rollout/rolloutAsset'
import { previewImport, sendImported } from '@greenwave/transfer/settingsImport'
import { expect, it } from 'vitest'
import { WATCHER_NAME } from '../access/service.ts'
import { createTestPlatform } from '../testing/testPlatform.ts'

const platform = systemOfTests(await createTestPlatform())

const by = { id: '9b11aa40-8c1e-11f0-9a55-0f6a3c2b7e10', name: 'mai@signal.vn' }

/** Makes the calls as whoever has the token. */
function callAs(token: string) {
  return createClient({
    calls,
    base: '',
    session: { tokenForCall: async () => token, onUnauthorized: () => null },
    async fetch(url, { method, headers, body }) {
      const sent = { method: method as 'GET' | 'POST' | 'DELETE', url, headers }
      const { statusCode, payload } = await platform.app.inject(body === undefined ? sent : { ...sent, payload: body })
      return new Response(payload || null, { status: statusCode })
    },
  })
}

/** Changes the yellow time of a new device. Returns the device. */
async function changeOf(name: string, token: string, at: number) {
  const device = await platform.device(name)
  const present = { Vang: 3, Do_cong: 2 }
  await platform.admin.post(scopeOf(device.id.id), present)
  const change = { id: name, at, by, from: 'console', scope: 'SHARED_SCOPE', present, values: { Vang: 4 } } as const
  const { settled } = await writeChange(callAs(token), { ...change, deviceId: device.id.id })
  await settled
  return device
}

const scopeOf = (entityId: string) =>
  addressOf('saveAttributes', { params: { entityType: 'DEVICE', entityId, scope: 'SHARED_SCOPE' } })

async function auditOf(entityId: string) {
  const query = { pageSize: 100, page: 0, sortProperty: 'createdTime', sortOrder: 'ASC' }
  const { data } = await callAs(platform.admin.token)('entityAuditLogs', {
    params: { entityType: 'DEVICE', entityId },
    query: { ...query, sortOrder: 'ASC' },
  })
  return data.map(({ userName, actionType }) => `${userName} ${actionType}`)
}

it('a change is on the device, and its writes are in the audit log with whoever made them', async () => {
  const { id } = await changeOf('TLC-1', platform.admin.token, Date.now())
  const values = await callAs(platform.admin.token)('timeseries', {
    params: { entityType: 'DEVICE', entityId: id.id },
    query: { keys: CHANGE_KEY, startTs: '0', endTs: String(Date.now() + 1000), useStrictDataTypes: 'true' },
  })
  const [record] = (values[CHANGE_KEY] ?? []).map(({ ts, value }) => parseChangeRecord(ts, value))
  expect(record).toMatchObject({ by, state: 'written', words: ['Yellow: 3 s → 4 s'], before: { Vang: 3, Do_cong: 2 } })
  // Whoever the record names: this is who wrote it.
  expect((await auditOf(id.id)).slice(2)).toEqual([
    'admin@city.vn TIMESERIES_UPDATED',
    'admin@city.vn ATTRIBUTES_UPDATED',
    'admin@city.vn TIMESERIES_UPDATED',
  ])
})

/** Who changes, and what. */
interface Changing {
  readonly call: CallApi
  readonly by: { readonly id: string; readonly name: string }
  readonly deviceId: string
  readonly name: string
}

/** The settings that each device of these tests has first. */
const PRESENT = { Mode: 4, Vang: 3, Do_cong: 2, Offset_Pr1: 5 }

/** Writes a change as the console's dialogs do. Returns its record. */
async function written({ call, by, deviceId }: Changing, change: Pick<Change, 'values'> & Partial<Change>) {
  const own = {
    id: crypto.randomUUID(),
    at: Date.now(),
    from: 'console',
    scope: 'SHARED_SCOPE',
    present: PRESENT,
  } as const
  const { change: record, settled } = await writeChange(call, { ...own, by, deviceId, ...change })
  await settled
  return record
}

const WAYS: Readonly<Record<string, (changing: Changing) => Promise<unknown>>> = {
  'a dialog': (changing) => written(changing, { values: { Vang: 4 } }),
  'a mode with an end': ({ by, ...changing }) => {
    const hold = { mode: 1, until: Date.now() + 900_000, back: 4, by: by.name, why: '' }
    return written({ by, ...changing }, { values: { Mode: 1 }, hold })
  },
  'what is noted of a junction': (changing) =>
    written(changing, {
      scope: 'SERVER_SCOPE',
      present: {},
      values: { gw_site: { phases: { 1: { name: 'Lê Lợi' } } } },
    }),
  'what is removed': (changing) => written(changing, { values: { Offset_Pr1: null } }),
  'an undo': async (changing) => {
    const change = await written(changing, { values: { Vang: 4 } })
    const present = { ...PRESENT, Vang: 4 }
    return written(changing, {
      at: change.at + 1,
      present,
      values: undoOf(change, present).values,
      restores: change.at,
    })
  },
  'a change of many junctions': async ({ call, by, deviceId }) => {
    const draft = {
      kind: 'settings',
      values: { Pr1_X1: 31 },
      by,
      why: '',
      at: Date.now(),
      groupSize: 1,
      stopAfter: 1,
    } as const
    const preview = previewOf(draft, await fetchJunctionFacts(call, deviceId))
    const { asset } = await createRollout(call, `Rollout ${deviceId}`, newRollout(draft, [{ id: deviceId, preview }]))
    const { signal } = new AbortController()
    const sending = {
      call,
      rolloutId: asset.id.id,
      senderId: 'a',
      by,
      from: 'console',
      nowMs: Date.now,
      signal,
    } as const
    expect(
      await RolloutSender.send({ ...sending, wait: () => Promise.reject(new Error('nothing is waited for')) }),
    ).toBe('over')
  },
  'a file': async ({ call, by, deviceId, name }) => {
    const junction = { line: 2, name, label: '', settings: { Pr1_X1: 31 } }
    const { junctions } = await previewImport(
      call,
      [junction],
      new Map([[name, await call('device', { params: { deviceId } })]]),
    )
    const importing = { call, importId: 'import-1', by, from: 'command line', why: '', nowMs: Date.now }
    for (const one of junctions) expect(await sendImported(importing, one)).toBe('sent')
  },
}

it.each(Object.entries(WAYS))(
  '%s is in the audit log with its person, and on record with the same',
  async (name, change) => {
    const call = callAs(platform.admin.token)
    const { id, email } = await call('currentUser', {})
    const device = await platform.device(name)
    await platform.admin.post(scopeOf(device.id.id), PRESENT)
    const before = (await auditOf(device.id.id)).length
    await change({ call, by: { id: id.id, name: email }, deviceId: device.id.id, name })
    const lines = (await auditOf(device.id.id)).slice(before)
    expect(lines.filter((line) => /ATTRIBUTES_(UPDATED|DELETED)$/.test(line))).not.toEqual([])
    expect(lines.filter((line) => !line.startsWith(`${email} `))).toEqual([])
    const entries: HistoryEntry[] = []
    const span = { fromMs: 0, untilMs: Date.now() + 5000, hasAudit: true }
    for await (const step of fetchHistory(call, { ...span, device: { id: device.id.id, name, label: '' } }))
      entries.push(...step.entries)
    const changes = entries.flatMap((entry) => (entry.kind === 'change' ? [entry] : []))
    expect(changes.map(({ change: record, witness }) => [record.by.name, record.state, witness.kind])).toEqual(
      changes.map(() => [email, 'written', 'confirmed']),
    )
    // The first settings were written without a record.
    expect([changes.length > 0, entries.length - changes.length]).toEqual([true, 1])
  },
)

it.each(['a change of many junctions', 'a file'])('%s calls phases by the names of the junction', async (way) => {
  const call = callAs(platform.admin.token)
  const device = await platform.device(`${way}, with names`)
  const deviceId = device.id.id
  const params = { entityType: 'DEVICE', entityId: deviceId, scope: 'SERVER_SCOPE' }
  await call('saveAttributes', { params, body: { gw_site: { phases: { 1: { name: 'Lê Lợi' } } } } })
  await WAYS[way]?.({ call, by, deviceId, name: device.name })
  const { changes } = await fetchChanges(call, { deviceId, fromMs: 0, untilMs: Date.now() + 5000, limit: 9 })
  expect(changes.map(({ words }) => words)).toEqual([['Program 1 phase 1 (Lê Lợi) green: 0 s → 31 s']])
})

it('a mode that a file brings is on record with the end of the hold that it replaces', async () => {
  const call = callAs(platform.admin.token)
  const device = await platform.device('held')
  const deviceId = device.id.id
  const until = Date.now() + 900_000
  const hold = { mode: 1, until, back: 4, by: by.name, why: '' }
  await written({ call, by, deviceId, name: 'held' }, { values: { Mode: 1 }, hold })
  const junction = { line: 2, name: 'held', label: '', settings: { Mode: 0 } }
  const { junctions } = await previewImport(call, [junction], new Map([['held', device]]))
  const importing = { call, importId: 'import-2', by, from: 'command line', why: '', nowMs: Date.now }
  for (const one of junctions) expect(await sendImported(importing, one)).toBe('sent')
  const { changes } = await fetchChanges(call, { deviceId, fromMs: 0, untilMs: Date.now() + 5000, limit: 9 })
  expect(changes.find(({ from }) => from === 'command line')).toMatchObject({ until: null, untilBefore: until })
})

it('changes of the watcher are in the audit log, too', async () => {
  const me = (await platform.admin.get(addressOf('currentUser'))).json<{ tenantId: { id: string } }>()
  const token = await platform.access.tokens.issueToWatcher(me.tenantId.id)
  const { id } = await changeOf('TLC-2', token, Date.now())
  expect((await auditOf(id.id)).filter((line) => line.startsWith(WATCHER_NAME))).toHaveLength(3)
})

it('devices with changes since a time are found by queries, the last ones first', async () => {
  const begin = Date.now() - 60_000
  for (const [name, ms] of Object.entries({ old: 0, second: 2000, last: 3000, first: 1000 }))
    await changeOf(`Q-${name}`, platform.admin.token, begin + ms)
  const key = { type: 'TIME_SERIES', key: CHANGED_KEY } as const
  const predicate = { type: 'NUMERIC', operation: 'GREATER_OR_EQUAL', value: { defaultValue: begin + 1000 } } as const
  const nameStarts = { type: 'STRING', operation: 'STARTS_WITH', value: { defaultValue: 'Q-' } } as const
  const { data } = await callAs(platform.admin.token)('findEntities', {
    body: {
      entityFilter: { type: 'entityType', entityType: 'DEVICE' },
      keyFilters: [
        { key, predicate },
        { key: { type: 'ENTITY_FIELD', key: 'name' }, predicate: nameStarts },
      ],
      pageLink: { page: 0, pageSize: 10, sortOrder: { key, direction: 'DESC' } },
      entityFields: [{ type: 'ENTITY_FIELD', key: 'name' }],
      latestValues: [key],
    },
  })
  expect(data.map(({ latest }) => latest.ENTITY_FIELD?.name?.value)).toEqual(['Q-last', 'Q-second', 'Q-first'])
  expect(data[0]?.latest.TIME_SERIES?.[CHANGED_KEY]?.value).toBe(String(begin + 3000))
})
