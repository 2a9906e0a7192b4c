/** @file Long: a database of each released schema, and what must be in it afterwards. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { entityRef } from '@greenwave/contract/wire/ids'
import { describe, expect, it } from 'vitest'
import { HISTORY_MIGRATIONS, RECORDS_MIGRATIONS } from '../data/history/historyFiles.ts'
import { TELEMETRY_MIGRATIONS } from '../data/journal/telemetryMigrations.ts'
import { type Migration, migrate, schemaVersion } from '../sqlite/migrate.ts'
import { quietLog, saveAsset, saveDevice } from '../testing/testEntities.ts'
import { link, makeFolder, openTestStore } from '../testing/testStore.ts'
import { ENTITY_MIGRATIONS } from './entityMigrations.ts'

const fixture = (name: string): string => readFileSync(join(import.meta.dirname, 'fixtures', `${name}.sql`), 'utf8')

/** Creates a database as the release of a schema version left it, with data of that release. */
function makeOldDatabase(path: string, migrations: readonly Migration[], version: number, name: string): void {
  const db = new DatabaseSync(path)
  migrate(db, path, migrations.slice(0, version))
  db.exec(fixture(`${name}-schema-${version}`))
  db.close()
}

const versionsOf = (migrations: readonly Migration[]): number[] => migrations.map(({ version }) => version)

describe('migrations', () => {
  it('are numbered from 1 without gaps', () => {
    for (const migrations of [ENTITY_MIGRATIONS, TELEMETRY_MIGRATIONS, HISTORY_MIGRATIONS, RECORDS_MIGRATIONS]) {
      expect(versionsOf(migrations)).toEqual(migrations.map((_, i) => i + 1))
    }
  })

  it('climb from the version that the database states, and state the new one', () => {
    const db = new DatabaseSync(':memory:')
    const first: Migration = { version: 1, sql: 'CREATE TABLE t (a)' }
    const second: Migration = { version: 2, sql: 'ALTER TABLE t ADD COLUMN b; INSERT INTO t VALUES (1, 2)' }
    migrate(db, 'file', [first])
    migrate(db, 'file', [first, second])
    migrate(db, 'file', [first, second])
    expect(schemaVersion(db)).toBe(2)
    expect(db.prepare('SELECT a, b FROM t').all()).toEqual([{ a: 1, b: 2 }])
  })

  it('leave a database as it was when a step fails', () => {
    const db = new DatabaseSync(':memory:')
    const steps: Migration[] = [
      { version: 1, sql: 'CREATE TABLE t (a)' },
      { version: 2, sql: 'CREATE TABLE u (a); nonsense' },
    ]
    expect(() => migrate(db, 'file', steps)).toThrow(/syntax error/)
    expect(schemaVersion(db)).toBe(0)
    expect(db.prepare('SELECT count(*) AS n FROM sqlite_schema').get()?.n).toBe(0)
  })
})

const tablesOf = (migrations: readonly Migration[]): string[] => {
  const db = new DatabaseSync(':memory:')
  migrate(db, 'file', migrations)
  return db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'identity'")
    .all()
    .map(({ name }) => String(name))
}

describe('a store of an earlier release', () => {
  it.each(versionsOf(ENTITY_MIGRATIONS).slice(1))(
    'has, in the fixture of schema %i (fixtures/entities-schema-N.sql), rows of each table that the schema brought',
    (version) => {
      const folder = makeFolder()
      const path = join(folder, 'greenwave.db')
      makeOldDatabase(path, ENTITY_MIGRATIONS, version, 'entities')
      const db = new DatabaseSync(path)
      const before = tablesOf(ENTITY_MIGRATIONS.slice(0, version - 1))
      const brought = tablesOf(ENTITY_MIGRATIONS.slice(0, version)).filter((table) => !before.includes(table))
      const empty = brought.filter((table) => db.prepare(`SELECT count(*) AS n FROM "${table}"`).get()?.n === 0)
      db.close()
      expect(empty).toEqual([])
    },
  )

  it.each(versionsOf(ENTITY_MIGRATIONS))('with entities of schema %i is read whole', async (version) => {
    const folder = makeFolder()
    makeOldDatabase(join(folder, 'greenwave.db'), ENTITY_MIGRATIONS, version, 'entities')
    const store = await openTestStore(folder)
    const tenant = store.tenants.all()[0]?.id ?? ''
    const device = store.devices.byName(tenant, 'TLC-0007')
    expect(device).toMatchObject({ label: 'Nguyễn Huệ - Lê Lợi', version: 3 })
    expect(device && store.devices.save(device, 3).version).toBe(4)
    expect(store.profiles.default(tenant).id.id).toBe(device?.deviceProfileId.id)
  })

  it('keeps accounts apart that differ by the case of their addresses only, says so, and takes no new ones', async () => {
    const folder = makeFolder()
    const path = join(folder, 'greenwave.db')
    makeOldDatabase(path, ENTITY_MIGRATIONS, 3, 'entities')
    const db = new DatabaseSync(path)
    const insert = db.prepare(
      "INSERT INTO users VALUES (?, ?, '13814000-1dd2-11b2-8080-808080808080', ?, 'TENANT_ADMIN', ?, '', '', NULL, NULL, NULL, 1, ?)",
    )
    const tenant = '9a0e4d30-8c1e-11f0-9a55-0f6a3c2b7e10'
    const emails = ['Joe@city.vn', 'joe@city.vn', 'JOE@city.vn', 'jane@city.vn']
    for (const [index, email] of emails.entries()) {
      const id = `5b1d0f20-8c1e-11f0-9a55-00000000000${index}`
      const body = {
        id: { entityType: 'USER', id },
        createdTime: 1000 + index,
        tenantId: { entityType: 'TENANT', id: tenant },
        customerId: { entityType: 'CUSTOMER', id: '13814000-1dd2-11b2-8080-808080808080' },
        email,
        authority: 'TENANT_ADMIN',
        version: 1,
      }
      insert.run(id, tenant, 1000 + index, email, JSON.stringify(body))
    }
    db.close()
    const warnings: unknown[] = []
    const store = await openTestStore(folder, { ...quietLog, warn: (said) => void warnings.push(said) })
    const { users } = store
    expect(emails.map((email) => users.byEmail(email)?.email)).toEqual(emails)
    expect([users.byEmail('jOE@city.vn')?.email, users.byEmail('JANE@city.vn')?.email]).toEqual([
      'Joe@city.vn',
      'jane@city.vn',
    ])
    expect(warnings).toContainEqual({ emails: ['Joe@city.vn', 'joe@city.vn', 'JOE@city.vn'] })

    const twin = users.byEmail('joe@city.vn')
    const jane = users.byEmail('jane@city.vn')
    if (twin === undefined || jane === undefined) throw new Error('they are there')
    expect(users.save({ ...twin, lastName: 'Nguyễn' }).version).toBe(2)
    expect(() => users.save({ ...jane, email: 'JoE@city.vn' })).toThrow(/UNIQUE/)
    expect(users.save({ ...twin, email: 'joseph@city.vn' }).email).toBe('joseph@city.vn')
    await store.committed()
    expect(users.twinAddresses()).toEqual(['Joe@city.vn', 'JOE@city.vn'])
  })

  it('has its customers found without the marks of their titles', async () => {
    const folder = makeFolder()
    const path = join(folder, 'greenwave.db')
    makeOldDatabase(path, ENTITY_MIGRATIONS, 6, 'entities')
    const old = new DatabaseSync(path)
    const id = '7c1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10'
    const body = { id: { entityType: 'CUSTOMER', id }, title: 'Quận Điện Biên' }
    old
      .prepare(
        `INSERT INTO customers SELECT ?, id, 0, ?, '', ?, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, ? FROM tenants`,
      )
      .run(id, body.title, body.title.toLowerCase(), JSON.stringify(body))
    old.close()
    const store = await openTestStore(folder)
    const tenant = store.tenants.all()[0]?.id ?? ''
    const link = { pageSize: 10, page: 0, sortProperty: undefined, sortOrder: 'ASC' } as const
    for (const textSearch of ['dien bien', 'điện']) {
      expect(store.customers.page(tenant, { ...link, textSearch }).data.map(({ title }) => title)).toEqual([body.title])
    }
  })

  it('without second factors has none after it, and no password that must be changed', async () => {
    const folder = makeFolder()
    const path = join(folder, 'greenwave.db')
    const id = '0c2f7c10-8c1f-11f0-9a55-0f6a3c2b7e10'
    makeOldDatabase(path, ENTITY_MIGRATIONS, 5, 'entities')
    const old = new DatabaseSync(path)
    old.exec(`
      INSERT INTO users SELECT '${id}', id, 'none', 0, 'TENANT_ADMIN', 'ops@signal.vn', '', '', NULL, NULL, NULL, 1, '{}', 0 FROM tenants;
      INSERT INTO user_credentials VALUES ('${id}', 1, 'hash', NULL, NULL, 0, NULL, 7, 0);`)
    old.close()
    const { users, secondFactors } = await openTestStore(folder)
    expect(users.credentials(id)).toMatchObject({ passwordHash: 'hash', lastLoginTs: 7, mustChangePassword: false })
    expect(secondFactors.of(id)).toBeUndefined()
    const factors = { totp: null, passkeys: [], recoveryHashes: ['ab'] }
    secondFactors.save(id, factors)
    expect(secondFactors.of(id)).toEqual(factors)
    users.remove(id)
    expect(secondFactors.of(id)).toBeUndefined()
  })

  it('with the second factors of schema 6 keeps them', async () => {
    const folder = makeFolder()
    makeOldDatabase(join(folder, 'greenwave.db'), ENTITY_MIGRATIONS, 6, 'entities')
    const { users, secondFactors } = await openTestStore(folder)
    const id = users.byEmail('ops@signal.vn')?.id.id ?? ''
    expect(users.credentials(id)?.mustChangePassword).toBe(true)
    expect(secondFactors.of(id)).toEqual({
      totp: {
        secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
        lastStep: 58_907_500,
        failures: { count: 0, lockedUntil: 0 },
      },
      passkeys: [],
      recoveryHashes: ['ab'],
    })
  })

  it('with the assets of schema 8 keeps them, and one before it takes new ones', async () => {
    const [older, newer] = [makeFolder(), makeFolder()]
    makeOldDatabase(join(older, 'greenwave.db'), ENTITY_MIGRATIONS, 7, 'entities')
    makeOldDatabase(join(newer, 'greenwave.db'), ENTITY_MIGRATIONS, 8, 'entities')
    const { assets, assetProfiles } = await openTestStore(newer)
    const tenant = '9a0e4d30-8c1e-11f0-9a55-0f6a3c2b7e10'
    const asset = assets.byName(tenant, 'Lê Lợi')
    expect(assets.page(tenant, {}, link({ textSearch: 'le loi', sortProperty: 'name' })).totalElements).toBe(1)
    expect(asset).toMatchObject({ type: 'corridor', version: 2, additionalInfo: { cycle: 90 } })
    expect(asset && assets.save(asset, 2).version).toBe(3)
    expect(assetProfiles.all(tenant)).toEqual([{ id: asset?.assetProfileId, name: 'corridor' }])
    const upgraded = await openTestStore(older)
    expect(upgraded.assets.page(tenant, {}, link()).totalElements).toBe(0)
    expect(saveAsset(upgraded, { tenantId: entityRef('TENANT', tenant) }).version).toBe(1)
  })

  it('with alarms of schema 8 keeps them, active ones in memory, and says of an unassigned one that it has no customer', async () => {
    const folder = makeFolder()
    const path = join(folder, 'greenwave.db')
    makeOldDatabase(path, ENTITY_MIGRATIONS, 8, 'entities')
    const old = new DatabaseSync(path)
    const [device, tenant, none] = [
      '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10',
      '9a0e4d30-8c1e-11f0-9a55-0f6a3c2b7e10',
      '13814000-1dd2-11b2-8080-808080808080',
    ]
    const alarm = (type: string, status: string) => {
      const id = `3589a5b1-6d0f-4c22-8f11-00000000000${type.length}`
      const cleared = status.startsWith('CLEARED')
      const body = {
        id: { entityType: 'ALARM', id },
        tenantId: { entityType: 'TENANT', id: tenant },
        customerId: { entityType: 'CUSTOMER', id: none },
        originator: { entityType: 'DEVICE', id: device },
        type,
        status,
        cleared,
      }
      old
        .prepare("INSERT INTO alarms VALUES (?, ?, ?, ?, NULL, 5, 5, 5, 0, ?, ?, ?, ?, ?, 'MAJOR', 'major', ?, '', ?)")
        .run(id, tenant, none, device, cleared ? 6 : 0, cleared ? 1 : 0, type, type, type, status, JSON.stringify(body))
      return id
    }
    const ids = [alarm('Lamp out', 'ACTIVE_UNACK'), alarm('Offline', 'CLEARED_UNACK')]
    old.close()
    const { alarms } = await openTestStore(folder)
    const found = await Promise.all(ids.map((id) => alarms.find(id)))
    expect(found.map((one) => [one?.status, one?.customerId])).toEqual([
      ['ACTIVE_UNACK', null],
      ['CLEARED_UNACK', null],
    ])
    expect(alarms.active(device, 'Lamp out')?.id.id).toBe(ids[0])
  })

  it('with alarms and comments of schema 9 keeps them', async () => {
    const folder = makeFolder()
    makeOldDatabase(join(folder, 'greenwave.db'), ENTITY_MIGRATIONS, 9, 'entities')
    const { alarms } = await openTestStore(folder)
    const alarm = await alarms.find('3589a5b1-6d0f-4c22-8f11-9a550f6a3c2b')
    expect(alarm).toMatchObject({ type: 'Lamp out', status: 'ACTIVE_ACK', details: { lamp: 2 } })
    const comment = await alarms.comments.find('6a524330-e60f-41f1-92b5-b180657ea574')
    expect(comment).toMatchObject({ alarmId: alarm?.id, comment: { text: 'Đang thay bóng đèn' } })
  })

  it('with a sign-in provider of schema 11 knows its users and sessions, and one before it has none', async () => {
    const [older, newer] = [makeFolder(), makeFolder()]
    makeOldDatabase(join(older, 'greenwave.db'), ENTITY_MIGRATIONS, 10, 'entities')
    makeOldDatabase(join(newer, 'greenwave.db'), ENTITY_MIGRATIONS, 11, 'entities')
    const [before, after] = [await openTestStore(older), await openTestStore(newer)]
    const id = '0c2f7c10-8c1f-11f0-9a55-0f6a3c2b7e10'
    expect(before.providerIdentities.subjectOf('https://id.city.example', id)).toBeUndefined()
    expect(before.sessions.all().map(({ providerSession }) => providerSession)).toEqual([null])
    expect(after.providerIdentities.userOf('https://id.city.example', 'f3a1')).toBe(id)
    expect(after.sessions.all().map(({ providerSession }) => providerSession)).toEqual(['ab12'])
    after.users.remove(id)
    expect(after.providerIdentities.userOf('https://id.city.example', 'f3a1')).toBeUndefined()
  })

  it('knows the administrator of each session in which one is signed in as another user', async () => {
    const [older, newer] = [makeFolder(), makeFolder()]
    makeOldDatabase(join(older, 'greenwave.db'), ENTITY_MIGRATIONS, 11, 'entities')
    const old = new DatabaseSync(join(older, 'greenwave.db'))
    old.exec("UPDATE sessions SET impersonated_by = 'OPS@signal.vn'")
    old.close()
    makeOldDatabase(join(newer, 'greenwave.db'), ENTITY_MIGRATIONS, 12, 'entities')
    for (const folder of [older, newer]) {
      const { sessions, users } = await openTestStore(folder)
      const [session] = sessions.all()
      expect(session?.impersonatorId).toBe(users.byEmail('ops@signal.vn')?.id.id)
    }
  })

  it('knows which addresses users chose themselves, without any proof, as the audit log shows', async () => {
    const folder = makeFolder()
    const path = join(folder, 'greenwave.db')
    makeOldDatabase(path, ENTITY_MIGRATIONS, 11, 'entities')
    const old = new DatabaseSync(path)
    const [tenant, admin] = ['9a0e4d30-8c1e-11f0-9a55-0f6a3c2b7e10', '0c2f7c10-8c1f-11f0-9a55-0f6a3c2b7e10']
    let count = 0
    /** Makes a user whose address is the last one that was saved, with who saved it each time. */
    function user(...saves: readonly (readonly [by: 'admin' | 'self', email: string])[]): string {
      const id = `7d1d0f20-8c1e-11f0-9a55-00000000000${++count}`
      const email = saves.at(-1)?.[1] ?? ''
      old
        .prepare("INSERT INTO users VALUES (?, ?, 'none', 0, 'CUSTOMER_USER', ?, '', '', NULL, NULL, NULL, 1, '{}', 0)")
        .run(id, tenant, email)
      old.prepare("INSERT INTO user_credentials VALUES (?, 1, 'hash', NULL, NULL, 0, NULL, NULL, 0, 0)").run(id)
      const insert = old.prepare(`
        INSERT INTO audit_logs (id, tenant_id, customer_id, user_id, entity_type, entity_id, created_time, action_type,
          action_status, entity_type_search, action_type_search, action_status_search, body)
        VALUES (?, ?, 'none', ?, 'USER', ?, ?, ?, 'SUCCESS', '', '', '', ?)`)
      for (const [nth, [by, saved]] of saves.entries()) {
        const body = JSON.stringify({ actionData: { entity: { email: saved } } })
        insert.run(`${id} ${nth}`, tenant, by === 'self' ? id : admin, id, nth, nth === 0 ? 'ADDED' : 'UPDATED', body)
      }
      return id
    }
    const given = user(['admin', 'a@city.vn'], ['self', 'a@city.vn'])
    const chosen = user(['admin', 'b@city.vn'], ['self', 'boss@city.vn'], ['self', 'boss@city.vn'])
    const confirmed = user(['admin', 'c@city.vn'], ['self', 'd@city.vn'], ['admin', 'd@city.vn'])
    const unknown = user(['self', 'e@city.vn'])
    old.close()
    const { users } = await openTestStore(folder)
    const isUnproved = (id: string) => users.credentials(id)?.isEmailUnproved
    expect([given, chosen, confirmed, unknown].map(isUnproved)).toEqual([false, true, false, false])
  })

  it('with new e-mail addresses of schema 12 that wait for their proof keeps them', async () => {
    const folder = makeFolder()
    makeOldDatabase(join(folder, 'greenwave.db'), ENTITY_MIGRATIONS, 12, 'entities')
    const { emailChanges, users } = await openTestStore(folder)
    const userId = users.byEmail('ops@signal.vn')?.id.id ?? ''
    expect(emailChanges.byTokenHash('ab34')).toEqual({ ...emailChanges.of(userId), email: 'ops@new.vn' })
    users.remove(userId)
    expect(emailChanges.of(userId)).toBeUndefined()
  })

  it('with API keys of schema 13 keeps them', async () => {
    const folder = makeFolder()
    makeOldDatabase(join(folder, 'greenwave.db'), ENTITY_MIGRATIONS, 13, 'entities')
    const { apiKeys, users } = await openTestStore(folder)
    const key = apiKeys.byHash('cd56')
    expect(key).toMatchObject({ description: 'Báo cáo', enabled: true, expirationTime: 1_798_761_700_000 })
    users.remove(key?.userId ?? '')
    expect(apiKeys.byHash('cd56')).toBeUndefined()
  })

  it('with images of schema 14 keeps them', async () => {
    const folder = makeFolder()
    makeOldDatabase(join(folder, 'greenwave.db'), ENTITY_MIGRATIONS, 14, 'entities')
    const { images, tenants } = await openTestStore(folder)
    const image = images.byKey(tenants.all()[0]?.id ?? '', 'cabinet.jpg')
    expect(image).toMatchObject({ title: '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10' })
    expect(await images.content(image?.id.id ?? '')).toEqual(new Uint8Array([0xff, 0xd8, 0xff, 0xd9]))
    expect(images.bytes()).toBe(4)
  })

  it.each(versionsOf(TELEMETRY_MIGRATIONS))('with values of schema %i is read whole', async (version) => {
    const folder = makeFolder()
    mkdirSync(join(folder, 'history'))
    makeOldDatabase(join(folder, 'greenwave.db'), ENTITY_MIGRATIONS, 1, 'entities')
    makeOldDatabase(join(folder, 'telemetry.db'), TELEMETRY_MIGRATIONS, version, 'telemetry')
    makeOldDatabase(join(folder, 'history', '2026-01-01.db'), HISTORY_MIGRATIONS, 1, 'history')
    const id = '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10'
    const { data, devices } = await openTestStore(folder)
    expect(devices.infoById(id)?.active).toBe(true)
    expect(data.latest(id).get('T_D1')).toEqual({ ts: 1767312001000, value: 26 })
    expect(Object.fromEntries(data.attributes(id, 'SHARED_SCOPE'))).toEqual({
      Mode: { ts: 1767312001500, value: 0 },
      Vang: { ts: 1767300000000, value: 3 },
    })
    const history = await data.history({
      deviceId: id,
      keys: ['T_D1'],
      startTs: 0,
      endTs: 1767400000000,
      limit: 10,
      order: 'DESC',
      aggregation: 'NONE',
      intervalMs: 0,
    })
    expect(history.T_D1?.map(({ value }) => value)).toEqual([26, 27, 28])
  })

  it('with records of schema 2 finds each kind among the others, newest or oldest first', async () => {
    const folder = makeFolder()
    const store = await openTestStore(folder)
    const id = saveDevice(store).id.id
    const atMs = Date.now() - 100_000
    for (let nth = 0; nth < 40; nth += 1) {
      const values = { gw_cycle: nth, ...(nth % 10 === 3 && { gw_day: nth }) }
      await store.data.saveTelemetry(id, [{ ts: atMs + nth, values }])
      if (nth % 10 === 7) await store.data.saveTelemetry(id, [{ ts: atMs + nth, values: { gw_day: nth } }])
    }
    await store.close()
    const [records = ''] = readdirSync(join(folder, 'history')).filter((name) => name.startsWith('records-'))
    const db = new DatabaseSync(join(folder, 'history', records))
    db.exec('DROP INDEX samples_by_keys; PRAGMA user_version = 2')
    db.close()

    const { data } = await openTestStore(folder)
    const read = async (keys: readonly string[], order: 'ASC' | 'DESC', limit: number) => {
      const span = { deviceId: id, keys, startTs: atMs + 3, endTs: atMs + 39, limit, order }
      return data.history({ ...span, aggregation: 'NONE', intervalMs: 0 })
    }
    const valuesOf = (samples: readonly { value: unknown }[] = []) => samples.map(({ value }) => value)
    expect(valuesOf((await read(['gw_day'], 'ASC', 100)).gw_day)).toEqual([3, 7, 13, 17, 23, 27, 33, 37])
    expect(valuesOf((await read(['gw_day'], 'DESC', 3)).gw_day)).toEqual([37, 33, 27])
    const both = await read(['gw_cycle', 'gw_day', 'none'], 'ASC', 5)
    expect([valuesOf(both.gw_cycle), valuesOf(both.gw_day)]).toEqual([
      [3, 4, 5, 6, 7],
      [3, 7, 13, 17, 23],
    ])
  })
})
