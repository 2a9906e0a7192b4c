import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { type PlatformProcess, startPlatformProcess } from '@greenwave/harness/platformProcess'
import { until } from '@greenwave/harness/until'
import type { Target } from '../scene/attack.ts'
import { type Damage, damagesOf } from '../scene/damages.ts'
import { adminOf, makeDevices } from '../scene/scene.ts'
import type { Held, Soak } from '../scene/soakRow.ts'
import { withPlatform } from '../scene/withPlatform.ts'

const DEVICES = 40
const SAMPLES = 200
/** The values of each device start at a different thousand, so that a value shown on the wrong device is noticed. */
const VALUE_STEP = 1000
/** Damage is reported so soon after the platform answers, or refuses to start. Milliseconds. */
const REPORTED_WITHIN_MS = 15_000
const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
/** The superuser of a test machine may read each file; a service may not. */
const CAPABILITIES = '-dac_override,-dac_read_search,-fowner,-chown'
const AS_A_SERVICE =
  process.getuid?.() === 0 ? ['setpriv', `--bounding-set=${CAPABILITIES}`, `--inh-caps=${CAPABILITIES}`] : []

/** What was seen of a damage. */
interface Outcome {
  readonly damage: Damage
  /** What the platform reported of the file; empty if nothing within the time. */
  readonly reported: string
  readonly reportedMs: number
  /** What `doctor` reported of the file before the start. */
  readonly diagnosed: string
  readonly kind: 'refused' | 'started' | 'broken'
  readonly foreignValues: number
}

/**
 * Damages the files of a data folder in each way of the table, one at a time, and starts the platform. The start, or the
 * running platform within 15 s, and `doctor` name the file, what is lost with it and the next step. No value is ever
 * shown at another device. Takes as long as the table needs.
 */
export const damagedFiles: Soak = () =>
  withPlatform(
    async (platform, target) => {
      const { dataDir } = platform
      const copies = mkdtempSync(join(tmpdir(), 'greenwave-soak-'))
      try {
        const devices = await fill(target)
        await platform.end()
        cpSync(dataDir, join(copies, 'closed'), { recursive: true })
        await platform.restart()
        await fillLog(target, devices)
        await platform.kill()
        cpSync(dataDir, join(copies, 'killed'), { recursive: true })
        cpSync(await otherInstallation(), join(copies, 'foreign'), {
          recursive: true,
        })
        const names = readdirSync(join(dataDir, 'history')).filter((name) => name.endsWith('.db'))
        const [day = '', records = ''] = names.sort().map((name) => `history/${name}`)
        const seen: Outcome[] = []
        for (const damage of damagesOf(day, records)) {
          rmSync(dataDir, { recursive: true, force: true })
          cpSync(join(copies, damage.isOfKilled ? 'killed' : 'closed'), dataDir, { recursive: true })
          damage.harm(join(dataDir, damage.file), join(copies, 'foreign', damage.file))
          const diagnosed = diagnose(platform)
          seen.push({
            damage,
            diagnosed: linesOf(diagnosed, damage),
            ...(await start(platform, target, devices, damage)),
          })
          await platform.kill()
        }
        return resultOf(seen)
      } finally {
        rmSync(copies, { recursive: true, force: true })
      }
    },
    { wrapper: AS_A_SERVICE },
  )

function resultOf(seen: readonly Outcome[]) {
  const started = seen.filter(({ kind }) => kind === 'started')
  const slowest = Math.max(0, ...started.map(({ reportedMs }) => reportedMs))
  return {
    counts: {
      damages: seen.length,
      refused: seen.filter(({ kind }) => kind === 'refused').length,
      served: started.length,
      'slowest report, ms': Math.round(slowest),
    },
    held: [
      noneOf('each start serves or is refused in a line', 'broken', seen, ({ kind }) => kind === 'broken'),
      noneOf(
        'each file is named within 15 s, with its loss',
        'unnamed',
        seen,
        (one) => !one.damage.loss.test(one.reported),
      ),
      noneOf('each with the next step', 'without', seen, ({ damage, reported }) => !isAdvised(damage, reported)),
      noneOf(
        'doctor names it, too, with loss and next step',
        'unnamed',
        seen,
        ({ damage, diagnosed }) => !damage.loss.test(diagnosed) || !isAdvised(damage, diagnosed),
      ),
      noneOf('no value is shown at another device', 'mixed', seen, ({ foreignValues }) => foreignValues > 0),
    ],
  }
}

const isAdvised = ({ nextStep, never }: Damage, line: string): boolean => nextStep.test(line) && !never?.test(line)

function noneOf(promise: string, what: string, seen: readonly Outcome[], isBroken: (one: Outcome) => boolean): Held {
  const broken = seen.filter(isBroken)
  const which = broken.map(({ damage }) => `${damage.file} ${damage.how}`)
  return {
    promise,
    figure: [`${broken.length} of ${seen.length} ${what}`, ...which].join('; '),
    kept: broken.length === 0,
  }
}

/** Returns the lines that name a file. */
const linesOf = (text: string, { file }: Damage): string =>
  text
    .split('\n')
    .filter((line) => line.includes(basename(file)))
    .join('\n')

function diagnose({ dataDir }: PlatformProcess): string {
  const [command, ...args] = [...AS_A_SERVICE, process.execPath, MAIN, 'doctor', '--json', '--data-dir', dataDir]
  try {
    return execFileSync(command, args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch (error) {
    // It exits with 1 when it found something.
    return String(Reflect.get(Object(error), 'stdout'))
  }
}

async function start(
  platform: PlatformProcess,
  target: Target,
  devices: readonly string[],
  damage: Damage,
): Promise<Omit<Outcome, 'damage' | 'diagnosed'>> {
  const before = platform.output().length
  const why = await platform.restart().then(() => undefined, String)
  const startedMs = performance.now()
  const reports = async (): Promise<string> => {
    const readiness = why === undefined ? await fetch(`${platform.url}/readyz`).then((answer) => answer.text()) : ''
    return linesOf(`${platform.output().slice(before)}\n${readiness}`, damage)
  }
  if (why !== undefined) {
    const isRefused = /ended with 2/.test(why) && !/\n\s+at /.test(platform.output().slice(before))
    const kind = isRefused ? 'refused' : 'broken'
    return {
      kind,
      reported: await reports(),
      reportedMs: performance.now() - startedMs,
      foreignValues: 0,
    }
  }
  const reported = await until(
    'a report',
    async () => {
      const found = await reports()
      return damage.loss.test(found) && found
    },
    REPORTED_WITHIN_MS,
  ).catch(() => '')
  const reportedMs = performance.now() - startedMs
  return {
    kind: 'started',
    reported,
    reportedMs,
    foreignValues: await countForeignValues(target, devices),
  }
}

async function fill(target: Target): Promise<string[]> {
  const api = await adminOf(target)
  const devices = (await makeDevices(api, DEVICES)).map(({ id }) => id)
  const now = Date.now()
  for (const [index, id] of devices.entries()) {
    const samples = Array.from({ length: SAMPLES }, (_, n) => ({
      ts: now - n * 1000,
      values: {
        n: (index + 1) * VALUE_STEP + n,
        text: 'y'.repeat(50),
        gw_cycle: { n, text: 'z'.repeat(50) },
      },
    }))
    await api.call('saveTimeseries', {
      params: { ...ofDevice(id), scope: 'ANY' },
      body: samples,
    })
    await api.writeAttributes(id, 'SHARED_SCOPE', {
      n: (index + 1) * VALUE_STEP,
    })
    const originator = { entityType: 'DEVICE', id } as const
    const body = {
      originator,
      type: `Soak ${index}`,
      severity: 'MAJOR',
      details: { text: 'x'.repeat(300) },
    } as const
    const alarm = await api.call('saveAlarm', { body })
    const params = { alarmId: alarm.id.id }
    for (const nth of [1, 2, 3])
      await api.call('saveAlarmComment', {
        params,
        body: { comment: { text: `${nth}${'w'.repeat(300)}` } },
      })
  }
  return devices
}

/** Leaves commits in all logs. */
async function fillLog(target: Target, devices: readonly string[]): Promise<void> {
  const api = await adminOf(target)
  for (const [index, id] of devices.entries())
    await api.writeAttributes(id, 'SHARED_SCOPE', {
      n: (index + 1) * VALUE_STEP,
    })
}

/** Makes another installation; resolves with a copy of its folder, with history files of the same names. */
async function otherInstallation(): Promise<string> {
  const other = await startPlatformProcess()
  const copy = mkdtempSync(join(tmpdir(), 'greenwave-soak-'))
  try {
    const { url, mqttUrl, adminPassword } = other
    await fill({
      url,
      mqttUrl,
      admin: { email: 'admin@greenwave.test', password: adminPassword },
    })
    await other.end()
    cpSync(other.dataDir, copy, { recursive: true })
    return copy
  } finally {
    await other.stop()
  }
}

async function countForeignValues(target: Target, devices: readonly string[]): Promise<number> {
  let foreign = 0
  for (const [index, id] of devices.slice(0, 5).entries()) {
    const values = await readValues(target, id).catch(() => [])
    foreign += values.filter((value) => Math.floor(value / VALUE_STEP) !== index + 1).length
  }
  return foreign
}

/** Returns everything that the platform shows of a device; it may no longer know the device or the administrator. */
async function readValues(target: Target, id: string): Promise<number[]> {
  const api = await adminOf(target)
  const read = (range: object) =>
    api.call('timeseries', {
      params: ofDevice(id),
      query: { useStrictDataTypes: 'true', keys: 'n', ...range },
    })
  const latest = await read({})
  const stored = await read({
    startTs: '0',
    endTs: String(Date.now() + VALUE_STEP),
    limit: '10000',
  })
  const { n: shared } = await api.attributes(id, 'SHARED_SCOPE')
  return [...(latest.n ?? []), ...(stored.n ?? []), { value: shared }].flatMap(({ value }) =>
    typeof value === 'number' ? [value] : [],
  )
}
