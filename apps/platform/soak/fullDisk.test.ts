/** @file A disk that is really full: the data folder is a small file system. Mounting one needs root. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Api } from '@greenwave/harness/api'
import { freePorts } from '@greenwave/harness/freePorts'
import { folderOfTest } from '@greenwave/harness/ofTest'
import { until } from '@greenwave/harness/until'
import { expect, onTestFinished, test } from 'vitest'
import { checkReady } from '../src/doctor/runningCheck.ts'
import { readContents, writeContents } from '../src/store/folderContents.ts'
import { openLedger } from './scene/ledger.ts'
import { withPlatform } from './scene/withPlatform.ts'

const SIZE = '24m'
const PIECE_BYTES = 65_536
const FULL = 'The disk of the platform is full, so this was not saved. Make room on it, then try again.'

/** Mounts a small file system; undefined where that is not allowed. */
function mountSmall(): string | undefined {
  const folder = join(folderOfTest(), 'disk')
  mkdirSync(folder)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=700`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder]))
  return folder
}

function fill(file: string): void {
  for (const bytes of [PIECE_BYTES, 512]) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(bytes), { flag: 'a' })
    } catch {
      // No piece of this size fits any more.
    }
  }
}

test('what a folder contains is noted without room', ({ skip }) => {
  const disk = mountSmall()
  if (disk === undefined) return skip('mounting a file system is not allowed here')
  const contents = { format: 1, installation: 'one', telemetry: 'two' } as const
  writeContents(disk, { ...contents, state: 'open' })
  fill(join(disk, 'filler'))
  writeContents(disk, { ...contents, state: 'closed' })
  expect(readContents(disk)).toEqual({ ...contents, state: 'closed' })
})

test('a full disk refuses writes and says so, over a kill and a start; with room it goes on, and nothing acknowledged is lost', async ({
  skip,
}) => {
  const disk = mountSmall()
  if (disk === undefined) return skip('mounting a file system is not allowed here')
  const [metricsPort] = await freePorts(1)
  const environment = { GREENWAVE_DATA_DIR: join(disk, 'data'), GREENWAVE_METRICS_PORT: String(metricsPort) }
  await withPlatform(
    async (platform, target) => {
      const ledger = await openLedger(target)
      await ledger.writeFor(500)
      const api = await Api.signIn(target.url, target.admin.email, target.admin.password)
      const troubles = async () => (await api.call('systemInfo')).troubles ?? []
      const metric = async (): Promise<string | undefined> => {
        const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
        return /^greenwave_trouble\{part="disk"\} (.*)$/m.exec(text)?.[1]
      }
      const writing = ledger.keepWriting()
      fill(join(disk, 'filler'))
      const refusedAt = (moment: string) =>
        until(`a refusal, ${moment}`, () => isRefused(api.createCustomer(`${moment} ${Math.random()}`)))
      await until('the full disk to be reported', async () => (await troubles()).length > 0)
      await refusedAt('full')
      const text = expect.stringMatching(/^is full, and nothing new is stored: make room on it/)
      expect(await troubles()).toEqual([{ part: 'disk', text }])
      expect(await metric()).toBe('1')
      const says = expect.stringContaining('disk is full')
      expect(await checkReady(target.url)).toMatchObject({ level: 'error', says })
      // People sign in and read.
      const visitor = await Api.signIn(target.url, target.admin.email, target.admin.password)
      expect((await visitor.call('customers', { query: { page: 0, pageSize: 10 } })).data).toBeInstanceOf(Array)
      expect((await ledger.audit()).missing).toBe(0)
      await until('a refused write of the ledger', async () => (await ledger.audit()).refused > 0)

      await platform.kill()
      await expect(platform.restart()).rejects.toThrow(
        /ended with 1:[\s\S]*greenwave: The disk of \S+ is full: make room/,
      )
      rmSync(join(disk, 'filler'))
      await platform.restart()
      await api.createCustomer('after a kill')

      fill(join(disk, 'filler'))
      await refusedAt('full again')
      rmSync(join(disk, 'filler'))
      // The next write, or a look at the disk.
      await until('the disk to be used again', async () => (await troubles()).length === 0)
      expect(await metric()).toBe('0')

      fill(join(disk, 'filler'))
      await refusedAt('before an orderly end')
      await platform.end()
      rmSync(join(disk, 'filler'))
      await platform.restart()
      await writing.stop()
      const { acknowledged, missing, revived } = await ledger.audit()
      expect({ missing, revived }).toEqual({ missing: 0, revived: 0 })
      expect(acknowledged).toBeGreaterThan(0)
    },
    { environment },
  )
})

/** Whether a write is refused because the disk is full; some small ones still fit. */
async function isRefused(write: Promise<unknown>): Promise<boolean> {
  const error = await write.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error === undefined) return false
  expect(error).toMatchObject({ status: 500, message: expect.stringContaining(FULL) })
  return true
}
