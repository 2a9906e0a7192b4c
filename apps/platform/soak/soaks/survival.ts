import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { freePorts } from '@greenwave/harness/freePorts'
import { ADMIN_EMAIL, startPlatformProcess } from '@greenwave/harness/platformProcess'
import { until } from '@greenwave/harness/until'
import { schemaVersion } from '../../src/sqlite/migrate.ts'
import { ENTITY_MIGRATIONS } from '../../src/store/entityMigrations.ts'
import { makeReleaseKey, makeSyntheticRelease, packSyntheticRelease } from '../../src/testing/syntheticRelease.ts'
import { pointTo } from '../../src/upgrade/installedRelease.ts'
import { isReady } from '../../src/upgrade/launch.ts'
import type { SwitchOptions } from '../../src/upgrade/switchRelease.ts'
import { type BackupWatch, ended, isRunning, killBackupOf, watchBackup } from '../scene/backupWatch.ts'
import { type Ledger, openLedger } from '../scene/ledger.ts'
import { manageService, type ServiceManager } from '../scene/serviceManager.ts'
import { type Held, none, type Soak, type SoakResult } from '../scene/soakRow.ts'

/** Longest time between two kills, and longest life of a platform between two upgrades, milliseconds. */
const KILL_WITHIN_MS = 12_000
const LONGEST_LIFE_MS = 10_000
/** Most kills of one upgrade. */
const MOST_KILLS = 6
/** Kills between two upgrades. */
const KILLS_BETWEEN = 6
const ALL_KILLS = 200
const SETTLE_MS = 600_000
const WATCH_S = '4'
const READY_MS = 60_000
/** Part of the upgrades that are of releases which end soon after they take data. */
const FAULTY = 0.3
/** Every so manieth upgrade is the complete command, with its trial; the others are its switch alone. */
const COMPLETE_EVERY = 5
/** Longest age of what the backup lacks. */
const BOUND_S = 60

/** Kills platform, backup and upgrade 200 times, however many seconds are given. */
export const survival: Soak = () => surviveKills(ALL_KILLS)

/**
 * Kills the platform, the process of its backup, upgraders and their finishers so many times at random moments, while a
 * controller and an administrator write. Upgrades go from one release to the next, each with another schema and some of
 * them faulty. Each time one complete release is left on its own data; the backup is restored again and again, and at last
 * on a new machine.
 */
export async function surviveKills(mostKills: number): Promise<SoakResult> {
  const folder = mkdtempSync(join(tmpdir(), 'gw-soak-survival-'))
  const at = (name: string): string => join(folder, name)
  const [installation, backups, made, kept] = [at('installation'), at('backups'), at('made'), at('kept')]
  const { privateKey, publicKey } = makeReleaseKey()
  const platform = await startPlatformProcess()
  let manager: ServiceManager | undefined
  let controller: { stop(): Promise<void> } | undefined
  let watch: BackupWatch | undefined
  const count = {
    ...{ platformKills: 0, backupKills: 0, upgraderKills: 0, finisherKills: 0 },
    ...{ upgrades: 0, upgraded: 0, notUpgraded: 0, finishedByHand: 0 },
  }
  const kills = (): number => count.platformKills + count.backupKills + count.upgraderKills + count.finisherKills
  const broken = { torn: 0, left: 0, missing: 0 }
  try {
    const { url, mqttUrl, dataDir, adminPassword } = platform
    const ledger = await openLedger({ url, mqttUrl, admin: { email: ADMIN_EMAIL, password: adminPassword } })
    await platform.end()
    const env = {
      ...process.env,
      GREENWAVE_PORT: new URL(url).port,
      GREENWAVE_MQTT_PORT: new URL(mqttUrl).port,
      GREENWAVE_DATA_DIR: dataDir,
      GREENWAVE_BACKUPS: backups,
      GREENWAVE_BACKUP_TO: kept,
      GREENWAVE_WATCHER: 'off',
      NODE_COMPILE_CACHE: at('cache'),
    }
    mkdirSync(kept)
    mkdirSync(join(installation, 'releases'), { recursive: true })
    makeSyntheticRelease(join(installation, 'releases/1.0.0'), { name: '1.0.0', publicKey })
    pointTo(installation, '1.0.0')
    manager = await manageService(installation, env)
    const service = manager
    await service.run('start')
    const ready = (): Promise<unknown> => until('the platform to be ready', () => isReady(url), SETTLE_MS)
    await ready()
    controller = ledger.keepWriting()
    const greenwave = (words: readonly string[], as: NodeJS.ProcessEnv = env): ChildProcess =>
      spawn(join(installation, 'current/bin/greenwave'), words, { env: as, stdio: 'ignore' })
    await ended(greenwave(['backup', '--keep-days', '14', backups]))
    // Opens what each of the releases wrote, also one that was given up and is gone.
    makeSyntheticRelease(at('restorer'), { name: 'restorer', moreMigrations: 2 * mostKills })
    watch = watchBackup(kept, at('restorer/bin/greenwave'), at('restored'), () => ledger.lastMs())

    async function killBetween(nth: number): Promise<void> {
      await pause(Math.random() * LONGEST_LIFE_MS)
      if (nth % 2 === 0) count.platformKills += killed(service.platform())
      else count.backupKills += killBackupOf(service.platform())
      // Some of the kills meet a platform that is starting.
      if (Math.random() < 0.7) await ready()
    }

    async function upgrade(nth: number): Promise<void> {
      await ready()
      const from = basename(realpathSync(join(installation, 'current')))
      const to = `1.${nth}.0`
      const isFaulty = Math.random() < FAULTY
      const code = isFaulty ? endingSoon(dataDir, url) : ''
      const isComplete = nth % COMPLETE_EVERY === 2
      const release = join(isComplete ? made : join(installation, 'releases'), to)
      makeSyntheticRelease(release, { name: to, moreMigrations: nth, publicKey, code })
      const upgrader = isComplete
        ? greenwave([
            ...['upgrade', '--service', service.command, '--watch', WATCH_S, '--pause', '3600'],
            packSyntheticRelease(join(made, `${to}-files`), release, privateKey),
          ])
        : switcher(installation, {
            ...{ from, to, file: release, service: service.command, dataDir, url, readyMs: READY_MS },
            ...{ ports: [Number(env.GREENWAVE_MQTT_PORT)], watchMs: Number(WATCH_S) * 1000 },
          })
      count.upgrades += 1
      const isLeft = (): boolean => existsSync(join(installation, 'upgrade.json'))
      const isIdle = (): boolean => !isRunning(upgrader) && service.finisher() === undefined
      const most = Math.min(Math.ceil(Math.random() * MOST_KILLS), mostKills - kills())
      for (let left = most; left > 0 && !(isIdle() && !isLeft()); left -= 1) {
        await pause(Math.random() * KILL_WITHIN_MS)
        const chosen = Math.random()
        if (chosen < 0.3) count.platformKills += killed(service.platform())
        else if (chosen < 0.4) count.backupKills += killBackupOf(service.platform())
        else if (isRunning(upgrader)) count.upgraderKills += killed(upgrader)
        else count.finisherKills += killed(service.finisher())
      }
      let quietSince = performance.now()
      await until(
        'the upgrade to end',
        async () => {
          if (!isIdle()) quietSince = performance.now()
          // Longer than a finisher needs to be started again.
          if (isLeft() && performance.now() - quietSince > 5000) {
            count.finishedByHand += 1
            await ended(greenwave(['upgrade', '--finish']))
          }
          return isIdle() && !isLeft() && (await isReady(url))
        },
        SETTLE_MS,
      )
      const now = basename(realpathSync(join(installation, 'current')))
      if (now === to) count.upgraded += 1
      else count.notUpgraded += 1
      const more = now === to ? nth : Number(from.split('.')[1])
      const runs = basename(service.release() ?? '')
      const expected = ENTITY_MIGRATIONS.length + more
      const state = { from, to, isFaulty, now, runs, schema: schemaOf(dataDir), expected }
      const isTorn = ![from, to].includes(now) || runs !== now || state.schema !== expected || (isFaulty && now === to)
      if (isTorn) broken.torn += 1
      const left = ['before-upgrade', 'before-upgrade.new', 'put-back'].filter((name) =>
        existsSync(join(dataDir, name)),
      )
      await until('trials to end', () => trials(backups).length === 0).catch(() => left.push('trial'))
      if (left.length > 0) broken.left += 1
      const { missing } = await ledger.audit()
      broken.missing = Math.max(broken.missing, missing)
      if (isTorn || left.length > 0 || missing > 0) {
        process.stdout.write(`${JSON.stringify({ ...state, left, missing })}\n${service.output()}\n`)
      }
      rmSync(made, { recursive: true, force: true })
    }

    for (let upgrades = 1, nth = 0; kills() < mostKills; nth += 1) {
      if (nth % (KILLS_BETWEEN + 1) < Math.min(KILLS_BETWEEN, mostKills - 1)) await killBetween(nth)
      else await upgrade(upgrades++)
    }
    await ready()
    await until('a backup', () => watch?.hasRestored() ?? false, SETTLE_MS)
    const { acknowledged, missing } = await ledger.audit()
    await controller.stop()
    // The machine is lost: what is left is the backup.
    const lostMs = ledger.lastMs()
    killed(service.platform())
    await service.run('stop')
    const { unopened, behindMs, restored } = await watch.stop()
    const lost = await lostOnNewMachine(ledger, greenwave, { kept, dataDir: at('new-machine'), env })
    const lostS = lost === undefined ? 0 : (lostMs - lost) / 1000
    return {
      counts: { kills: kills(), ...count, restored, acknowledged },
      held: [
        none('what was acknowledged is stored', 'missing', Math.max(missing, broken.missing)),
        none('one complete release runs on its own data', 'did not', broken.torn),
        none('nothing of an upgrade is left', 'left', broken.left),
        none('the backup opens at every moment', 'did not', unopened),
        atMost('it is at most 60 s behind', behindMs / 1000),
        atMost('a new machine lacks at most 60 s', lostS),
      ],
    }
  } finally {
    await controller?.stop()
    await watch?.stop()
    await manager?.close()
    await platform.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const atMost = (promise: string, seconds: number): Held => ({
  promise,
  figure: `${seconds.toFixed(1)} s`,
  kept: seconds <= BOUND_S,
})

/** Restores the backup on a new machine and starts it. Returns since when acknowledged values are missing there, epoch ms. */
async function lostOnNewMachine(
  ledger: Ledger,
  greenwave: (words: readonly string[], env?: NodeJS.ProcessEnv) => ChildProcess,
  { kept, dataDir, env }: { readonly kept: string; readonly dataDir: string; readonly env: NodeJS.ProcessEnv },
): Promise<number | undefined> {
  const [port, mqttPort] = await freePorts(2)
  await ended(greenwave(['restore', '--from', kept, '--data-dir', dataDir]))
  const { GREENWAVE_BACKUP_TO: _, ...others } = env
  const ports = { GREENWAVE_PORT: String(port), GREENWAVE_MQTT_PORT: String(mqttPort) }
  const started = greenwave(['serve'], { ...others, ...ports, GREENWAVE_DATA_DIR: dataDir })
  try {
    const url = `http://127.0.0.1:${port}`
    await until('the new machine to be ready', () => isReady(url), SETTLE_MS)
    return (await ledger.audit(url)).missingSinceMs
  } finally {
    started.kill('SIGKILL')
    await ended(started)
  }
}

/** Code of a release that ends a second after it takes data, but not when it is tried on a copy. */
function endingSoon(dataDir: string, url: string): string {
  return `
if (process.argv[2] === 'serve' && process.env.GREENWAVE_DATA_DIR === '${dataDir}') {
  const look = (): void => {
    fetch('${url}/readyz').then(
      ({ ok }) => setTimeout(ok ? () => process.kill(process.pid, 'SIGKILL') : look, ok ? 1000 : 100),
      () => setTimeout(look, 100),
    )
  }
  look()
}
`
}

/** Starts the switch of an upgrade alone, by the release that runs. */
function switcher(installation: string, options: SwitchOptions): ChildProcess {
  const at = (name: string): string =>
    `${join(installation, 'releases', options.from, 'apps/platform/src/upgrade')}/${name}.ts`
  const code = `
    const { lockInstallation } = await import('${at('installedRelease')}')
    const { beginSwitch, finishSwitch } = await import('${at('switchRelease')}')
    if (!lockInstallation('${installation}')) process.exit(2)
    beginSwitch('${installation}', ${JSON.stringify(options)})
    await finishSwitch('${installation}', () => {})`
  return spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Kills a process, and returns how many were killed. */
function killed(child: ChildProcess | undefined): number {
  return child !== undefined && isRunning(child) && child.kill('SIGKILL') ? 1 : 0
}

function schemaOf(dataDir: string): number {
  const db = new DatabaseSync(join(dataDir, 'greenwave.db'), { readOnly: true, timeout: 5000 })
  try {
    return schemaVersion(db)
  } finally {
    db.close()
  }
}

/** Lists the processes that run on the copy of a trial. */
function trials(backups: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(
        `GREENWAVE_DATA_DIR=${join(backups, 'upgrade-check')}`,
      )
    } catch {
      // It has ended.
      return false
    }
  })
}
