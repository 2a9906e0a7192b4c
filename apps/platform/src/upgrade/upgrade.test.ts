/** @file An upgrade with real processes: releases whose launchers run this repository, and a service that is a script. */
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { freePorts } from '@greenwave/harness/freePorts'
import { until } from '@greenwave/harness/until'
import { expect, onTestFinished, test } from 'vitest'
import { backupDataDir } from '../store/backup.ts'
import { FIRST_RELEASE_DEVICE, makeFirstRelease } from '../testing/firstReleaseFolder.ts'
import { makeFolder } from '../testing/testStore.ts'
import { type Installation, keepReleases, pointTo } from './installedRelease.ts'
import { isReady, waitReady } from './launch.ts'
import { compareFindings, rehearseUpgrade } from './rehearsal.ts'
import { type SwitchOptions, switchRelease } from './switchRelease.ts'

const GREENWAVE = fileURLToPath(new URL('../../../../scripts/greenwave.mjs', import.meta.url))
const START_LIMIT_MS = 60_000

interface Place {
  readonly installation: Installation
  readonly dataDir: string
  readonly backups: string
  /** Makes a release; `first` are shell lines before its command. */
  release(name: string, first?: string): string
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
  const release = (name: string, first = ''): string => {
    const root = join(folder, 'releases', name)
    mkdirSync(join(root, 'bin'), { recursive: true })
    const script = `#!/bin/sh\n${first}\nexec ${process.execPath} ${GREENWAVE} "$@"\n`
    writeFileSync(join(root, 'bin/greenwave'), script, { mode: 0o755 })
    return root
  }
  release('0.2.0')
  const current = { name: '0.2.0', version: '0.2.0', commit: 'abc', arch: process.arch }
  const installation = { folder, current }
  pointTo(installation, '0.2.0')
  const [port = 0, mqttPort = 0] = await freePorts(2)
  const environment = `GREENWAVE_DATA_DIR=${dataDir} GREENWAVE_PORT=${port} GREENWAVE_MQTT_PORT=${mqttPort} GREENWAVE_WATCHER=off`
  const service = join(folder, 'service')
  const pid = join(folder, 'pid')
  const stop = `[ ! -f ${pid} ] || { kill $(cat ${pid}); while kill -0 $(cat ${pid}) 2>/dev/null; do sleep 0.05; done; rm ${pid}; }`
  const start = `env ${environment} ${folder}/current/bin/greenwave serve >>${folder}/log 2>&1 & echo $! >${pid}`
  const script = `#!/bin/sh\ncase $1 in stop | restart) ${stop} ;; esac\ncase $1 in start | restart) ${start} ;; esac\n`
  writeFileSync(service, script, { mode: 0o755 })
  const options: SwitchOptions = {
    installation,
    next: '0.3.0',
    service: `${service} {}`,
    dataDir,
    url: `http://127.0.0.1:${port}`,
    ports: new Set([mqttPort]),
    migrates: [],
    readyMs: START_LIMIT_MS,
    watchMs: 1,
    log: () => {},
  }
  return {
    installation,
    dataDir,
    backups,
    release,
    async start(more) {
      const { spawnSync } = await import('node:child_process')
      onTestFinished(() => void spawnSync(service, ['stop']))
      spawnSync(service, ['start'], { stdio: 'ignore' })
      expect(await waitReady(options.url, START_LIMIT_MS)).toBe(true)
      return { ...options, ...more }
    },
  }
}

const currentOf = ({ installation }: Place): string => readlinkSync(join(installation.folder, 'current'))

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
  const from = join(place.installation.folder, 'releases', '0.2.0')
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
  const from = join(place.installation.folder, 'releases', '0.2.0')
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
  const from = join(place.installation.folder, 'releases', '0.2.0')
  const { problems } = await rehearseUpgrade(from, broken, place.backups)
  expect(problems).toEqual(['the new release does not start on these data: the disk of this release is square'])
})

test('without a backup nothing is tried', async () => {
  const place = await makePlace()
  const empty = makeFolder()
  await expect(rehearseUpgrade(place.release('0.3.0'), place.release('0.4.0'), empty)).rejects.toThrow(
    `make one with greenwave backup --keep-days 14 ${empty}`,
  )
})

test('a release that does not become ready is replaced by the one before, with the data as they were at the stop', async () => {
  const place = await makePlace()
  // Spoils the data as a migration may, and ends.
  place.release(
    '0.3.0',
    `[ "$GREENWAVE_DATA_DIR" != ${place.dataDir} ] || { echo spoiled >${place.dataDir}/greenwave.db; exit 1; }`,
  )
  const options = await place.start({ migrates: ['greenwave.db'], readyMs: 1000 })
  const { wentBack } = await switchRelease(options)
  expect([wentBack, currentOf(place)]).toEqual(['was not ready within 1.0 s', 'releases/0.2.0'])
  expect(await isReady(options.url)).toBe(true)
  expect(deviceIn(place.dataDir)).toBe(FIRST_RELEASE_DEVICE.name)
  expect(existsSync(join(place.dataDir, 'before-upgrade'))).toBe(false)
  // What the new release made of the data is kept.
  const [aside = ''] = readdirSync(join(place.dataDir, 'set-aside'))
  expect(readFileSync(join(place.dataDir, 'set-aside', aside, 'greenwave.db'), 'utf8')).toBe('spoiled\n')
})

test('a new release takes over; one to which a controller does not come back is replaced by the one before', async () => {
  const place = await makePlace()
  place.release('0.1.0')
  place.release('0.3.0')
  const options = await place.start({})
  const taken = await switchRelease(options)
  expect([taken.wentBack, currentOf(place)]).toEqual([undefined, 'releases/0.3.0'])
  expect(taken.pauseMs).toBeGreaterThan(0)
  keepReleases(place.installation, ['0.2.0', '0.3.0'])
  expect(readdirSync(join(place.installation.folder, 'releases'))).toEqual(['0.2.0', '0.3.0'])
  const [port = 0] = options.ports
  // A controller that connects once.
  const socket = connect(port, '127.0.0.1')
  const ended = once(socket, 'close')
  await until('the controller to be connected', () => socket.readyState === 'open')
  const { wentBack } = await switchRelease(options)
  await ended
  expect([wentBack, currentOf(place)]).toEqual(['lost controllers at 127.0.0.1', 'releases/0.2.0'])
  expect(await isReady(options.url)).toBe(true)
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
