/** @file An upgrade with real processes: releases with this repository's sources, and a service that is a script. */
import { once } from 'node:events'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readlinkSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { freePorts } from '@greenwave/harness/freePorts'
import { until } from '@greenwave/harness/until'
import { expect, onTestFinished, test } from 'vitest'
import { schemaVersion } from '../sqlite/migrate.ts'
import { backupDataDir } from '../store/backup.ts'
import { ENTITY_MIGRATIONS } from '../store/entityMigrations.ts'
import { FIRST_RELEASE_DEVICE, makeFirstRelease } from '../testing/firstReleaseFolder.ts'
import { makeSyntheticRelease } from '../testing/syntheticRelease.ts'
import { makeFolder } from '../testing/testStore.ts'
import { lockInstallation, ownInstallation, pointTo } from './installedRelease.ts'
import { isReady, waitReady } from './launch.ts'
import { compareFindings, rehearseUpgrade, roomProblem } from './rehearsal.ts'
import { beginSwitch, finishSwitch, type SwitchOptions } from './switchRelease.ts'
import { checkUpgrade, readUpgradeJournal, upgradeStepOf, writeUpgradeJournal } from './upgradeJournal.ts'

const START_LIMIT_MS = 60_000

interface Place {
  readonly folder: string
  readonly dataDir: string
  readonly backups: string
  /** Makes a release; `first` are shell lines before its command, and its schema has more steps. */
  release(name: string, first?: string, moreMigrations?: number): string
  start(options: Partial<SwitchOptions>): Promise<SwitchOptions>
}

/** Makes an installation with the data of the first release, a backup of them, and the release 0.2.0. */
async function makePlace(): Promise<Place> {
  const folder = makeFolder()
  const [dataDir, backups] = [join(folder, 'data'), join(folder, 'backups')]
  mkdirSync(dataDir, { mode: 0o700 })
  makeFirstRelease(dataDir)
  writeFileSync(join(dataDir, 'signing.key'), Buffer.alloc(64, 7), { mode: 0o600 })
  await backupDataDir(dataDir, join(backups, '2026-01-31-031500'))
  const release = (name: string, first = '', moreMigrations = 0): string => {
    const root = join(folder, 'releases', name)
    makeSyntheticRelease(root, { name, first, moreMigrations })
    return root
  }
  release('0.2.0')
  pointTo(folder, '0.2.0')
  const [port = 0, mqttPort = 0] = await freePorts(2)
  const environment = `GREENWAVE_DATA_DIR=${dataDir} GREENWAVE_PORT=${port} GREENWAVE_MQTT_PORT=${mqttPort} GREENWAVE_WATCHER=off`
  const service = join(folder, 'service')
  const pid = join(folder, 'pid')
  const stop = `[ ! -f ${pid} ] || { kill $(cat ${pid}); while kill -0 $(cat ${pid}) 2>/dev/null; do sleep 0.05; done; rm ${pid}; }`
  const start = `env ${environment} ${folder}/current/bin/greenwave serve >>${folder}/log 2>&1 & echo $! >${pid}`
  const script = `#!/bin/sh\ncase $1 in stop | restart) ${stop} ;; esac\ncase $1 in start | restart) ${start} ;; esac\n`
  writeFileSync(service, script, { mode: 0o755 })
  const options: SwitchOptions = {
    from: '0.2.0',
    to: '0.3.0',
    file: join(folder, 'greenwave.tar.gz'),
    service: `${service} {}`,
    dataDir,
    url: `http://127.0.0.1:${port}`,
    ports: [mqttPort],
    readyMs: START_LIMIT_MS,
    watchMs: 1,
  }
  return {
    folder,
    dataDir,
    backups,
    release,
    async start(more) {
      onTestFinished(() => void spawnSync(service, ['stop']))
      spawnSync(service, ['start'], { stdio: 'ignore' })
      expect(await waitReady(options.url, START_LIMIT_MS)).toBe(true)
      return { ...options, ...more }
    },
  }
}

const currentOf = ({ folder }: Place): string => readlinkSync(join(folder, 'current'))

/** Switches to another release, from beginning to end. */
async function switchRelease({ folder }: Place, options: SwitchOptions) {
  beginSwitch(folder, options)
  return finishSwitch(folder, () => {})
}

function schemaOf(dataDir: string): number {
  const db = new DatabaseSync(join(dataDir, 'greenwave.db'), { readOnly: true })
  const version = schemaVersion(db)
  db.close()
  return version
}

/** Reads the name of the device, which every release has. */
function deviceIn(dataDir: string): string {
  const db = new DatabaseSync(join(dataDir, 'greenwave.db'), { readOnly: true })
  const name = String(db.prepare('SELECT name FROM devices').get()?.name)
  db.close()
  return name
}

test('a trial brings a copy of the data of the first release up to date, compares it, and leaves nothing', async () => {
  const place = await makePlace()
  const to = place.release('0.3.0')
  const from = join(place.folder, 'releases', '0.2.0')
  const rehearsal = await rehearseUpgrade(from, to, place.backups)
  expect(rehearsal.problems).toEqual([])
  expect(rehearsal.readBack).toMatch(/^1 devices, 0 customers, /)
  expect(rehearsal.startMs).toBeGreaterThan(0)
  expect(readdirSync(place.backups)).toEqual(['2026-01-31-031500'])
  // The data themselves are untouched.
  const db = new DatabaseSync(join(place.dataDir, 'greenwave.db'), { readOnly: true })
  expect(db.prepare('PRAGMA user_version').get()?.user_version).toBe(1)
  db.close()
})

test('a trial of today’s data compares counts and newest values, and finds those that are lost', async () => {
  const place = await makePlace()
  const options = await place.start({})
  const made = join(place.backups, '2026-02-01-031500')
  await backupDataDir(place.dataDir, made)
  const from = join(place.folder, 'releases', '0.2.0')
  const same = await rehearseUpgrade(from, place.release('0.3.0'), place.backups)
  expect(same).toMatchObject({ backup: { folder: made }, migrated: [], problems: [] })
  expect(same.readBack).toMatch(/^1 devices, 0 customers, /)
  // A release that loses a device and its values at its start.
  const lossy = place.release(
    '0.4.0',
    `[ "$1" != serve ] || ${process.execPath} -e 'const { DatabaseSync } = require("node:sqlite");
      new DatabaseSync(process.env.GREENWAVE_DATA_DIR + "/greenwave.db").exec("DELETE FROM device_credentials; DELETE FROM devices");
      new DatabaseSync(process.env.GREENWAVE_DATA_DIR + "/telemetry.db").exec("DELETE FROM latest; DELETE FROM journal")'`,
  )
  const { problems } = await rehearseUpgrade(from, lossy, place.backups)
  expect(problems).toContain('devices: 1 before, 0 after the start of the new release')
  expect(problems).toContain('newest values differ after the start of the new release')
  expect(await isReady(options.url)).toBe(true)
})

test('a release that does not start on the data is found before anything is stopped', async () => {
  const place = await makePlace()
  const broken = place.release(
    '0.3.0',
    '[ "$1" != serve ] || { echo "the disk of this release is square" >&2; exit 1; }',
  )
  const from = join(place.folder, 'releases', '0.2.0')
  const { problems } = await rehearseUpgrade(from, broken, place.backups)
  expect(problems).toEqual(['the new release does not start on these data: the disk of this release is square'])
})

test('a damaged backup is not tried, and a link in place of the copy is not followed', async () => {
  const place = await makePlace()
  const [elsewhere, from] = [makeFolder(), join(place.folder, 'releases', '0.2.0')]
  writeFileSync(join(elsewhere, 'file'), '')
  symlinkSync(elsewhere, join(place.backups, 'upgrade-check'))
  truncateSync(join(place.backups, '2026-01-31-031500/telemetry.db'), 5000)
  // Half of one, and files of others, are no backups.
  mkdirSync(join(place.backups, '2026-02-01-031500'))
  writeFileSync(join(place.backups, '2026-02-02-031500'), '')
  await expect(rehearseUpgrade(from, from, place.backups)).rejects.toThrow(
    /2026-01-31-031500 could not be restored: .*telemetry.db is not what was backed up .*: use another backup/,
  )
  expect(readdirSync(elsewhere)).toEqual(['file'])
})

test('a folder without room is named with what is needed', () => {
  expect(roomProblem(makeFolder(), 0, 'a trial')).toBeUndefined()
  expect(roomProblem('/tmp', 1e18, 'a trial')).toMatch(/^\/tmp has \d+ MB free, and a trial needs \d+ MB: make room$/)
})

test('without a backup nothing is tried', async () => {
  const place = await makePlace()
  const empty = makeFolder()
  await expect(rehearseUpgrade(place.release('0.3.0'), place.release('0.4.0'), empty)).rejects.toThrow(
    `make one with greenwave backup --keep-days 14 ${empty}`,
  )
})

test('a release that does not become ready is replaced by the one before', async () => {
  const place = await makePlace()
  place.release('0.3.0', `[ "$1" != serve ] || exit 1`)
  const options = await place.start({ readyMs: 1000 })
  expect(await switchRelease(place, options)).toMatchObject({ wentBack: 'was not ready within 1.0 s' })
  expect([currentOf(place), readUpgradeJournal(place.folder)]).toEqual(['releases/0.2.0', undefined])
  expect(await isReady(options.url)).toBe(true)
  expect(deviceIn(place.dataDir)).toBe(FIRST_RELEASE_DEVICE.name)
})

test('a new release takes over; one to which a controller does not come back is replaced, with the data as they were at the stop', async () => {
  const place = await makePlace()
  place.release('0.1.0')
  place.release('0.3.0', '', 3)
  place.release('0.4.0', '', 4)
  const options = await place.start({})
  // Over three versions of the schema at once, from the data of the first release.
  const taken = await switchRelease(place, options)
  expect([taken?.wentBack, currentOf(place)]).toEqual([undefined, 'releases/0.3.0'])
  expect(taken?.pauseMs).toBeGreaterThan(0)
  expect(schemaOf(place.dataDir)).toBe(ENTITY_MIGRATIONS.length + 3)
  expect(readdirSync(join(place.folder, 'releases'))).toEqual(['0.2.0', '0.3.0'])
  expect(existsSync(join(place.dataDir, 'before-upgrade'))).toBe(false)
  const [port = 0] = options.ports
  // A controller that connects once.
  const socket = connect(port, '127.0.0.1')
  const ended = once(socket, 'close')
  await until('the controller to be connected', () => socket.readyState === 'open')
  place.release('0.4.0', '', 4)
  const back = await switchRelease(place, { ...options, from: '0.3.0', to: '0.4.0' })
  await ended
  expect([back?.wentBack, currentOf(place)]).toEqual(['lost controllers at 127.0.0.1', 'releases/0.3.0'])
  expect(await isReady(options.url)).toBe(true)
  const schema = ENTITY_MIGRATIONS.length + 3
  expect([schemaOf(place.dataDir), deviceIn(place.dataDir)]).toEqual([schema, FIRST_RELEASE_DEVICE.name])
  expect(existsSync(join(place.dataDir, 'before-upgrade'))).toBe(false)
  // What the new release made of the data is kept.
  const [aside = ''] = readdirSync(join(place.dataDir, 'set-aside'))
  expect(schemaOf(join(place.dataDir, 'set-aside', aside))).toBe(schema + 1)
})

test('a switch that was killed at any step goes on to a complete release', async () => {
  const place = await makePlace()
  place.release('0.3.0', '', 1)
  const options = await place.start({})
  const stopAt = (phase: 'watch' | 'back'): void => {
    const journal = readUpgradeJournal(place.folder)
    if (journal) writeUpgradeJournal(place.folder, { ...journal, phase })
  }
  beginSwitch(place.folder, options)
  // As if killed between the link and the restart, then between the restart and its note.
  pointTo(place.folder, '0.3.0')
  const taken = await finishSwitch(place.folder, () => {})
  expect([taken?.to, taken?.wentBack]).toEqual(['0.3.0', undefined])
  expect([currentOf(place), schemaOf(place.dataDir)]).toEqual(['releases/0.3.0', ENTITY_MIGRATIONS.length + 1])
  // The way back, begun and killed; its end is repeated without harm.
  place.release('0.4.0', '', 2)
  beginSwitch(place.folder, { ...options, from: '0.3.0', to: '0.4.0' })
  pointTo(place.folder, '0.4.0')
  stopAt('watch')
  spawnSync(options.service.split(' ')[0] ?? '', ['restart'], { stdio: 'ignore' })
  expect(await waitReady(options.url, START_LIMIT_MS)).toBe(true)
  expect(schemaOf(place.dataDir)).toBe(ENTITY_MIGRATIONS.length + 2)
  stopAt('back')
  expect(await finishSwitch(place.folder, () => {})).toMatchObject({ from: '0.3.0', wentBack: 'failed' })
  expect([currentOf(place), schemaOf(place.dataDir)]).toEqual(['releases/0.3.0', ENTITY_MIGRATIONS.length + 1])
  expect(await finishSwitch(place.folder, () => {})).toBeUndefined()
  expect(deviceIn(place.dataDir)).toBe(FIRST_RELEASE_DEVICE.name)
})

test('only the releases of an upgrade keep and put back databases, and only of its data folder', () => {
  const folder = makeFolder()
  const journal = {
    format: 1,
    ...{ from: '0.2.0', to: '0.3.0', file: '/f.deb', service: 's {}', dataDir: '/data', url: 'http://h' },
    ...{ ports: [1], connections: {}, readyMs: 1, watchMs: 1 },
  } as const
  const stepOf = (name: string, dataDir = '/data') =>
    upgradeStepOf(dataDir, { folder, own: { name, version: name, commit: '', arch: '' } })
  expect([stepOf('0.2.0'), stepOf('0.3.0')]).toEqual([undefined, undefined])
  writeUpgradeJournal(folder, { ...journal, phase: 'watch' })
  expect([stepOf('0.2.0'), stepOf('0.3.0'), stepOf('0.4.0')]).toEqual([undefined, 'keep', undefined])
  expect(stepOf('0.3.0', '/other')).toBeUndefined()
  writeUpgradeJournal(folder, { ...journal, phase: 'wait' })
  expect([stepOf('0.2.0'), stepOf('0.3.0')]).toEqual(['put back', 'keep'])
  writeUpgradeJournal(folder, { ...journal, phase: 'done' })
  expect([stepOf('0.2.0'), stepOf('0.3.0')]).toEqual([undefined, undefined])
  const check = () => checkUpgrade({ folder, own: { name: '0.2.0', version: '0.2.0', commit: '', arch: '' } })
  expect(check()).toMatchObject([{ level: 'warning', fix: expect.stringContaining('greenwave upgrade --finish') }])
  writeFileSync(join(folder, 'upgrade.json'), '{')
  expect(() => stepOf('0.2.0')).toThrow(/upgrade.json cannot be read.*: move it away/)
  expect(check()).toMatchObject([{ level: 'error', fix: expect.stringContaining('move it away') }])
  expect([checkUpgrade(), ownInstallation()]).toEqual([[], undefined])
})

test('one upgrade runs at a time', () => {
  const folder = makeFolder()
  expect(lockInstallation(folder)).toBe(true)
  expect(lockInstallation(folder)).toBe(false)
})

test('another schema, lost customers and new errors are reported', () => {
  const contents = (figures: Record<string, number>) => ({ check: 'contents', level: 'ok', says: '', figures }) as const
  const schema = (figure: number) =>
    ({ check: 'database greenwave.db', level: 'ok', says: '', figures: { schema: figure } }) as const
  const broken = { check: 'keys', level: 'error', says: 'evidence.key cannot be read', fix: '' } as const
  const before = [schema(12), contents({ customers: 4, values: 9, hash: 1, newestMs: 5 })]
  const after = [schema(13), contents({ customers: 3, values: 9, hash: 1, newestMs: 5 }), broken]
  expect(compareFindings(before, after)).toEqual({
    migrated: [{ name: 'greenwave.db', from: 12, to: 13 }],
    readBack: '3 customers, 9 latest values',
    problems: [
      'doctor: keys: evidence.key cannot be read',
      'customers: 4 before, 3 after the start of the new release',
    ],
  })
})
