import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { checkKeptBackup } from '../doctor/backupCheck.ts'
import { createFolderTarget } from '../keptBackup/folderTarget.ts'
import { restoreStored } from '../keptBackup/restoreStored.ts'
import { BackupHealth } from '../keptBackup/backupStatus.ts'
import { Readiness } from '../meter/readiness.ts'
import { quietLog, saveDevice } from '../testing/testEntities.ts'
import { makeFolder, openTestStore } from '../testing/testStore.ts'
import { startOwnBackup } from './ownBackup.ts'

const until = (check: () => void) => vi.waitFor(check, { timeout: 180_000, interval: 50 })

test('the process keeps the backup, tests it, and reports what fails until it works again', async () => {
  const dataDir = makeFolder()
  const place = join(makeFolder(), 'place')
  const store = await openTestStore(dataDir)
  saveDevice(store, { name: 'TLC' })
  await store.committed()
  const readiness = Readiness.already()
  const backup = new BackupHealth()
  const settings = { dataDir, backup: { address: place, shown: place, keyFile: undefined, limitBytes: 1e9 } }
  const running = startOwnBackup({ readiness, backup }, settings, quietLog, 100)
  onTestFinished(() => running.close())
  await until(() =>
    expect(readiness.state).toMatch(/backup is behind or failed: .*ENOENT.*: see that the folder exists/),
  )
  mkdirSync(place)
  await until(() => expect(backup.status?.atMs).toBeGreaterThan(0))
  await until(() => expect(readiness.state).toBe('ready'))
  expect(checkKeptBackup(dataDir, Date.now()).level).toBe('ok')
  // The first complete backup is tested at once, the next ones each week.
  await until(() => expect(backup.isTestGood).toBe(true))
  renameSync(place, `${place}-away`)
  await until(() => expect(readiness.state).toMatch(/ENOENT/))
  expect(checkKeptBackup(dataDir, Date.now())).toMatchObject({
    level: 'error',
    fix: expect.stringContaining('mounted'),
  })
  renameSync(`${place}-away`, place)
  await until(() => expect(readiness.state).toBe('ready'))
  await running.close()
  const folder = join(makeFolder(), 'restored')
  await restoreStored({ target: createFolderTarget(place), shown: place, key: undefined }, folder)
  expect((await openTestStore(folder)).devices.allIds()).toHaveLength(1)
})

test('a stop signal, which reaches all processes of a service, does not end the process before the platform does', async () => {
  const dataDir = makeFolder()
  const place = makeFolder()
  await openTestStore(dataDir)
  const child = fork(new URL('../keptBackup/backupProcess.ts', import.meta.url), [], { execArgv: [] })
  onTestFinished(() => void child.kill('SIGKILL'))
  child.send({ dataDir, address: place, keyFile: undefined, limitBytes: 1e9, everyMs: 100 })
  await once(child, 'message')
  child.kill('SIGTERM')
  child.kill('SIGINT')
  await once(child, 'message')
  child.send('end')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('without an address nothing is started', async () => {
  const readiness = Readiness.already()
  const backup = new BackupHealth()
  await startOwnBackup({ readiness, backup }, { dataDir: '/nowhere', backup: undefined }, quietLog).close()
  expect(backup.status).toBeUndefined()
})
