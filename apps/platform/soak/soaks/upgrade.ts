import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { ADMIN_EMAIL, startPlatformProcess } from '@greenwave/harness/platformProcess'
import { until } from '@greenwave/harness/until'
import { schemaVersion } from '../../src/sqlite/migrate.ts'
import { ENTITY_MIGRATIONS } from '../../src/store/entityMigrations.ts'
import { makeReleaseKey, makeSyntheticRelease, packSyntheticRelease } from '../../src/testing/syntheticRelease.ts'
import { pointTo } from '../../src/upgrade/installedRelease.ts'
import { isReady } from '../../src/upgrade/launch.ts'
import type { SwitchOptions } from '../../src/upgrade/switchRelease.ts'
import { openLedger } from '../scene/ledger.ts'
import { manageService, type ServiceManager } from '../scene/serviceManager.ts'
import { none, type Soak } from '../scene/soakRow.ts'

/** Longest time between two kills, milliseconds, and most kills of one upgrade. */
const KILL_WITHIN_MS = 12_000
const MOST_KILLS = 6
const SETTLE_MS = 600_000
const WATCH_S = '4'
const READY_MS = 60_000
/** Part of the upgrades that are of releases which end soon after they take data. */
const FAULTY = 0.3
/** Every so manieth upgrade is the complete command, with its trial; the others are its switch alone. */
const COMPLETE_EVERY = 5

/**
 * Upgrades an installation to one release after the other, each with another schema and some of them faulty, and kills
 * upgrader, finisher and platform at random moments while a controller sends. Each time one complete release is left.
 */
export const upgrade: Soak = async ({ seconds }) => {
  const folder = mkdtempSync(join(tmpdir(), 'gw-soak-upgrade-'))
  const [installation, backups, made] = ['installation', 'backups', 'made'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const { privateKey, publicKey } = makeReleaseKey()
  const platform = await startPlatformProcess()
  let manager: ServiceManager | undefined
  let controller: { stop(): Promise<void> } | undefined
  const count = {
    upgrades: 0,
    upgraderKills: 0,
    finisherKills: 0,
    platformKills: 0,
    upgraded: 0,
    notUpgraded: 0,
    finishedByHand: 0,
  }
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
      GREENWAVE_WATCHER: 'off',
      NODE_COMPILE_CACHE: join(folder, 'cache'),
    }
    mkdirSync(join(installation, 'releases'), { recursive: true })
    makeSyntheticRelease(join(installation, 'releases/1.0.0'), { name: '1.0.0', publicKey })
    pointTo(installation, '1.0.0')
    manager = await manageService(installation, env)
    const service = manager
    await service.run('start')
    await until('the first release to be ready', () => isReady(url), SETTLE_MS)
    controller = ledger.keepWriting()
    const greenwave = (words: readonly string[]): ChildProcess =>
      spawn(join(installation, 'current/bin/greenwave'), words, { env, stdio: 'ignore' })
    await ended(greenwave(['backup', '--keep-days', '14', backups]))
    const end = performance.now() + seconds * 1000
    for (let nth = 1; nth === 1 || performance.now() < end; nth += 1) {
      const from = basename(realpathSync(join(installation, 'current')))
      const to = `1.${nth}.0`
      const isFaulty = Math.random() < FAULTY
      const code = isFaulty ? endingSoon(dataDir, url) : ''
      const synthetic = { name: to, moreMigrations: nth, publicKey, code }
      const isComplete = nth % COMPLETE_EVERY === 1
      const release = join(isComplete ? made : join(installation, 'releases'), to)
      makeSyntheticRelease(release, synthetic)
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
      for (let kills = Math.ceil(Math.random() * MOST_KILLS); kills > 0 && !(isIdle() && !isLeft()); kills -= 1) {
        await pause(Math.random() * KILL_WITHIN_MS)
        const chosen = Math.random()
        if (chosen < 0.4) count.platformKills += killed(service.platform())
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
      const state = {
        from,
        to,
        isFaulty,
        now,
        runs,
        schema: schemaOf(dataDir),
        expected: ENTITY_MIGRATIONS.length + more,
      }
      const isTorn =
        ![from, to].includes(now) || runs !== now || state.schema !== state.expected || (isFaulty && now === to)
      if (isTorn) broken.torn += 1
      const left = ['before-upgrade', 'before-upgrade.new', 'put-back'].filter((name) =>
        existsSync(join(dataDir, name)),
      )
      await until('trials to end', () => trials(backups).length === 0).catch(() => left.push('trial'))
      if (left.length > 0) broken.left += 1
      const { missing } = await ledger.audit()
      broken.missing = Math.max(broken.missing, missing)
      process.stdout.write(`${JSON.stringify({ ...state, left, missing })}\n`)
      if (isTorn || missing > 0) process.stdout.write(service.output())
      rmSync(made, { recursive: true, force: true })
    }
    await controller.stop()
    const { acknowledged, missing } = await ledger.audit()
    const kills = count.upgraderKills + count.finisherKills + count.platformKills
    return {
      counts: { kills, ...count, acknowledged },
      held: [
        none('one complete release runs on its own data', 'did not', broken.torn),
        none('nothing of an upgrade is left', 'left', broken.left),
        none('what was acknowledged is stored', 'missing', Math.max(missing, broken.missing)),
      ],
    }
  } finally {
    await controller?.stop()
    await manager?.close()
    await platform.stop()
    rmSync(folder, { recursive: true, force: true })
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

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null

async function ended(child: ChildProcess): Promise<void> {
  while (isRunning(child)) await pause(50)
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
