/** @file A watched city in trouble everywhere at once, in peace and while platform and watcher are killed. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { AlarmInfo } from '@greenwave/contract/wire/alarms'
import { runGreenwave } from '@greenwave/harness/greenwaveProcess'
import type { PlatformProcess } from '@greenwave/harness/platformProcess'
import { adminOf } from '../scene/scene.ts'
import { followRising, openLedger } from '../scene/ledger.ts'
import { SmallCity, watcherPidOf } from '../scene/smallCity.ts'
import { type Held, none, type Soak } from '../scene/soakRow.ts'
import { withPlatform } from '../scene/withPlatform.ts'

const JUNCTIONS = 200
const PHASES = 6
/** Rounds of a mass event that begins and ends, each with a kill: 30 kills. */
const ROUNDS = 15
/** A kill comes so long after the event at most, milliseconds: alarms are raised and cleared meanwhile. */
const LATEST_KILL_MS = { raised: 5_000, cleared: 14_000 }
const ENVIRONMENT = { GREENWAVE_WATCHER: 'on' }

/** Faults with the only alarm that each raises. */
const FAULTS = [
  ['dark-junction', 'Dark'],
  ['two-greens:1,2', 'Conflicting green'],
] as const
const LOST = 'Not connected'

/** The phases of the benchmark `city` in small: every alarm comes once and no other does, nothing sent is lost. */
export const city: Soak = ({ seconds }) =>
  withPlatform(
    async (platform, target) => {
      const small = await SmallCity.build(platform, target, JUNCTIONS)
      const stayMs = (seconds / PHASES) * 1000
      try {
        await small.recordMonth()
        const ledger = await openLedger(target)
        const frames = await followRising(target, await adminOf(target), ledger.deviceId)
        const writing = ledger.write()
        let wrong = 0
        await pause(stayMs)
        await small.changePlan()
        await pause(stayMs)
        for (const [nth, [fault, type]] of FAULTS.entries()) {
          const count = nth === 0 ? JUNCTIONS / 2 : JUNCTIONS
          small.cause(count, fault)
          wrong += await small.untilActive(type, count)
          await pause(stayMs)
          small.cause(count)
          wrong += await small.untilActive(type, 0)
        }
        await small.cutPower()
        wrong += await small.untilActive(LOST, JUNCTIONS)
        await pause(stayMs)
        small.startControllers()
        const code = await backUp(platform)
        wrong += await small.untilActive(LOST, 0)
        await pause(stayMs)
        const [notTaken, unread] = await Promise.all([small.rollOut(), small.readMonth()])
        await writing.stop()
        const audit = await ledger.audit()
        const undelivered = await small.eventually(async () => audit.acknowledged - frames.received.size)
        frames.stop()
        const expected = { Dark: JUNCTIONS / 2, 'Conflicting green': JUNCTIONS, [LOST]: JUNCTIONS }
        return {
          counts: { junctions: JUNCTIONS, acknowledged: audit.acknowledged },
          held: [
            none('what was acknowledged is stored', 'missing', audit.missing),
            none('it was delivered', 'missing', undelivered),
            none('it was delivered in order, once', 'out of order or twice', frames.outOfOrder()),
            none('a backup succeeds meanwhile', 'exit code', code ?? 1),
            none('a rollout reaches all its junctions meanwhile', 'not taken', notTaken),
            none("a month's report is whole meanwhile", 'days missing', unread),
            ...(await alarmsHeld(small, wrong, expected)),
          ],
        }
      } finally {
        await small.end()
      }
    },
    { environment: ENVIRONMENT },
  )

/** Platform and watcher are killed in turns, 30 times, while alarms of the whole city are raised and cleared. */
export const cityKills: Soak = () =>
  withPlatform(
    async (platform, target) => {
      const small = await SmallCity.build(platform, target, JUNCTIONS)
      try {
        const ledger = await openLedger(target)
        const writing = ledger.keepWriting()
        const expected: Record<string, number> = {}
        let wrong = 0
        for (let round = 0; round < ROUNDS; round += 1) {
          const [fault, type] = FAULTS[round % FAULTS.length] ?? FAULTS[0]
          for (const edge of ['raised', 'cleared'] as const) {
            small.cause(JUNCTIONS, ...(edge === 'raised' ? [fault] : []))
            await pause(Math.random() * LATEST_KILL_MS[edge])
            await kill(platform, (round + (edge === 'raised' ? 0 : 1)) % 2 === 0)
            wrong += await small.untilActive(type, edge === 'raised' ? JUNCTIONS : 0)
          }
          expected[type] = (expected[type] ?? 0) + JUNCTIONS
        }
        await writing.stop()
        const audit = await ledger.audit()
        return {
          counts: { junctions: JUNCTIONS, kills: 2 * ROUNDS, acknowledged: audit.acknowledged },
          held: [
            none('what was acknowledged is stored', 'missing', audit.missing),
            ...(await alarmsHeld(small, wrong, expected)),
          ],
        }
      } finally {
        await small.end()
      }
    },
    { environment: ENVIRONMENT },
  )

async function kill(platform: PlatformProcess, isWatcher: boolean): Promise<void> {
  const pid = watcherPidOf(platform)
  if (isWatcher && pid > 0) {
    process.kill(pid, 'SIGKILL')
    return
  }
  await platform.kill()
  await platform.restart()
}

/** @param expected how often each type of alarm is raised and cleared */
async function alarmsHeld(
  small: SmallCity,
  wrong: number,
  expected: Readonly<Record<string, number>>,
): Promise<readonly Held[]> {
  const alarms = await small.alarms()
  const others = alarms.filter(({ type }) => !(type in expected))
  const total = Object.values(expected).reduce((sum, count) => sum + count, 0)
  const edges = async (edge: string): Promise<number> =>
    (await small.events()).filter((event) => event.kind === 'incident' && event.edge === edge).length
  const unrecorded = async (): Promise<number> =>
    Math.abs(total - (await edges('raised'))) + Math.abs(total - (await edges('cleared')))
  const types = [...new Set(others.map(({ type }) => type))].join(', ')
  return [
    none('every junction had its alarm, and it ended', 'missed or left over', wrong),
    none('no alarm came twice', 'too many or too few', differences(alarms, expected)),
    none('no alarm was false', `false${types && `: ${types}`}`, others.length),
    none('each beginning and end is recorded once', 'missing or doubled', await small.eventually(unrecorded)),
  ]
}

function differences(alarms: readonly AlarmInfo[], expected: Readonly<Record<string, number>>): number {
  return Object.entries(expected).reduce(
    (sum, [type, count]) => sum + Math.abs(count - alarms.filter((alarm) => alarm.type === type).length),
    0,
  )
}

async function backUp({ dataDir }: PlatformProcess): Promise<number | null> {
  const folder = mkdtempSync(join(tmpdir(), 'greenwave-soak-'))
  try {
    const { code } = await runGreenwave(['backup', join(folder, 'copy')], { GREENWAVE_DATA_DIR: dataDir })
    return code
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
