import { randomInt } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { ofDevice } from '@greenwave/contract/wire/ids'
import type { PlatformProcess } from '@greenwave/harness/platformProcess'
import type { Target } from '../scene/attack.ts'
import { adminOf, makeDevices } from '../scene/scene.ts'
import type { Held, Soak } from '../scene/soakRow.ts'
import { withPlatform } from '../scene/withPlatform.ts'

const DEVICES = 3
const SAMPLES = 200
/** The values of each device start at a different thousand, so that a value shown on the wrong device is noticed. */
const VALUE_STEP = 1000

/** Ways to damage a file. */
const HARMS = {
  deleted: (path: string) => rmSync(path),
  emptied: (path: string) => truncateSync(path),
  'cut off': (path: string) => truncateSync(path, randomInt(1, Math.max(2, statSync(path).size))),
  overwritten: (path: string) => {
    const content = readFileSync(path)
    const from = randomInt(Math.max(1, content.length))
    for (let at = from; at < Math.min(content.length, from + 200); at++) content[at] = randomInt(256)
    writeFileSync(path, content)
  },
} as const
type Harm = keyof typeof HARMS

/** The result of a start with a damaged file. */
interface Outcome {
  readonly kind: 'refused' | 'started' | 'broken'
  /** Whether the output names the file. */
  readonly isNamed: boolean
  readonly foreignValues: number
}

/**
 * Files of a data folder are deleted, emptied, cut off or overwritten, one at a time. Each start is either refused with
 * a line that names the file, or serves without ever showing a value on the wrong device. A deleted file is always
 * named.
 */
export const damagedFiles: Soak = ({ seconds }) =>
  withPlatform(async (platform, target) => {
    const devices = await fill(target)
    await platform.kill()
    const sound = mkdtempSync(join(tmpdir(), 'greenwave-soak-'))
    cpSync(platform.dataDir, sound, { recursive: true })
    const end = performance.now() + seconds * 1000
    const seen: { harm: Harm; name: string; outcome: Outcome }[] = []
    try {
      do {
        const { harm, name } = harmOne(platform.dataDir)
        const outcome = await start(platform, target, devices, name)
        seen.push({ harm, name, outcome })
        await platform.kill()
        rmSync(platform.dataDir, { recursive: true, force: true })
        cpSync(sound, platform.dataDir, { recursive: true })
      } while (performance.now() < end)
    } finally {
      rmSync(sound, { recursive: true, force: true })
    }
    const count = (matches: (one: (typeof seen)[number]) => boolean): number => seen.filter(matches).length
    return {
      counts: {
        starts: seen.length,
        refused: count(({ outcome }) => outcome.kind === 'refused'),
        served: count(({ outcome }) => outcome.kind === 'started'),
      },
      held: [
        noneOf(
          'every start serves or is refused in a line',
          'broken',
          seen.filter(({ outcome }) => outcome.kind === 'broken'),
        ),
        noneOf(
          'a refusal names the file',
          'unnamed',
          seen.filter(({ outcome }) => outcome.kind === 'refused' && !outcome.isNamed),
        ),
        noneOf(
          'a deleted file is named',
          'in silence',
          seen.filter(({ harm, name, outcome }) => harm === 'deleted' && isOfData(name) && !outcome.isNamed),
        ),
        noneOf(
          'no value is shown at another device',
          'mixed',
          seen.filter(({ outcome }) => outcome.foreignValues > 0),
        ),
      ],
    }
  })

function noneOf(promise: string, what: string, cases: readonly { readonly harm: Harm; readonly name: string }[]): Held {
  const which = cases.map(({ harm, name }) => `${name} ${harm}`).slice(0, 5)
  return { promise, figure: [`${cases.length} ${what}`, ...which].join('; '), kept: cases.length === 0 }
}

/** Returns true for files whose loss costs data; SQLite recreates the others, and the lock has no data. */
function isOfData(name: string): boolean {
  return !/-shm$|-journal$|^lock\.db/.test(basename(name))
}

async function fill(target: Target): Promise<string[]> {
  const api = await adminOf(target)
  const devices = await makeDevices(api, DEVICES)
  const now = Date.now()
  for (const [index, { id }] of devices.entries()) {
    const samples = Array.from({ length: SAMPLES }, (_, n) => ({
      ts: now - n * 1000,
      values: { n: (index + 1) * VALUE_STEP + n },
    }))
    await api.call('saveTimeseries', { params: { ...ofDevice(id), scope: 'ANY' }, body: samples })
    await api.writeAttributes(id, 'SHARED_SCOPE', { n: (index + 1) * VALUE_STEP })
  }
  return devices.map(({ id }) => id)
}

function harmOne(folder: string): { harm: Harm; name: string } {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  )
  const name = names[randomInt(names.length)] ?? ''
  const harms = Object.keys(HARMS) as Harm[]
  const harm = harms[randomInt(harms.length)] ?? 'deleted'
  HARMS[harm](join(folder, name))
  return { harm, name }
}

async function start(
  platform: PlatformProcess,
  target: Target,
  devices: readonly string[],
  name: string,
): Promise<Outcome> {
  const before = platform.output().length
  const why = await platform.restart().then(() => undefined, String)
  const said = platform.output().slice(before)
  const isNamed = said.includes(basename(name).replace(/-wal$/, ''))
  if (why !== undefined) {
    const isRefused = /ended with 2/.test(why) && !/\n\s+at /.test(said)
    return { kind: isRefused ? 'refused' : 'broken', isNamed, foreignValues: 0 }
  }
  return { kind: 'started', isNamed, foreignValues: await countForeignValues(target, devices) }
}

async function countForeignValues(target: Target, devices: readonly string[]): Promise<number> {
  let foreign = 0
  for (const [index, id] of devices.entries()) {
    const values = await readValues(target, id).catch(() => [])
    foreign += values.filter((value) => Math.floor(value / VALUE_STEP) !== index + 1).length
  }
  return foreign
}

/** Returns everything that the platform shows of a device; it may no longer know the device or the administrator. */
async function readValues(target: Target, id: string): Promise<number[]> {
  const api = await adminOf(target)
  const read = (range: object) =>
    api.call('timeseries', { params: ofDevice(id), query: { useStrictDataTypes: 'true', keys: 'n', ...range } })
  const latest = await read({})
  const stored = await read({ startTs: '0', endTs: String(Date.now() + VALUE_STEP), limit: '10000' })
  const { n: shared } = await api.attributes(id, 'SHARED_SCOPE')
  return [...(latest.n ?? []), ...(stored.n ?? []), { value: shared }].flatMap(({ value }) =>
    typeof value === 'number' ? [value] : [],
  )
}
