import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isoTime } from '@greenwave/controller/isoTime'
import { Api, issueTokens } from '@greenwave/harness/api'
import { startGreenwave } from '@greenwave/harness/greenwaveProcess'
import { startEndlessHistory } from '../scene/endlessHistory.ts'
import type { Held, Soak } from '../scene/soakRow.ts'
import { withPlatform } from '../scene/withPlatform.ts'

/** As `npm run greenwave` starts it: without these flags Node keeps 100 to 200 MB of garbage before it collects any. */
const NODE_FLAGS = JSON.parse(readFileSync(new URL('../../nodeFlags.json', import.meta.url), 'utf8')) as string[]
const HOUR_MS = 3_600_000
/** A short span and a long one: what grows with the span is found between them. */
const SPANS_HOURS = [6, 48]
/** The memory that an export may take at its highest, bytes. It takes 130 to 160 MB, of which Node itself takes 50. */
const MOST_BYTES = 200 * 1024 * 1024

/**
 * Exports a short and a long span of seconds in each format, and measures the memory of the command (on Linux). Takes a
 * minute, whatever number of seconds is given.
 */
export const exports: Soak = () =>
  withPlatform(async (_platform, { url, admin }) => {
    const { token } = await issueTokens(url, admin.email, admin.password)
    const { name } = await Api.withToken(url, token).call('saveDevice', { body: { name: 'TLC-0001' } })
    const history = await startEndlessHistory(url)
    const folder = mkdtempSync(join(tmpdir(), 'greenwave-exports-'))
    const untilMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
    const account = ['--url', history.url, '--user', admin.email, '--device', name]
    const held: Held[] = []
    try {
      for (const format of ['csv', 'parquet', 'evidence']) {
        for (const hours of SPANS_HOURS) {
          const span = ['--from', isoTime(untilMs - hours * HOUR_MS), '--to', isoTime(untilMs)]
          const out = ['--format', format, '--out', join(folder, `${hours}.${format}`)]
          const { highest, failure } = await memoryOf(['export', ...account, ...span, ...out], admin.password)
          held.push({
            promise: `${hours} h of seconds as ${format} take at most ${inMegabytes(MOST_BYTES)}`,
            figure: failure || inMegabytes(highest),
            kept: !failure && highest > 0 && highest <= MOST_BYTES,
          })
        }
      }
      return { counts: { values: history.values() }, held }
    } finally {
      await history.stop()
      rmSync(folder, { recursive: true })
    }
  })

/** Runs the command. Resolves with the most memory that it held, bytes, and why it failed, empty if it did not. */
async function memoryOf(
  args: readonly string[],
  password: string,
): Promise<{ readonly highest: number; readonly failure: string }> {
  const command = startGreenwave(args, { GREENWAVE_PASSWORD: password }, NODE_FLAGS)
  let highest = 0
  const looking = setInterval(() => {
    highest = Math.max(highest, highestOf(command.pid))
  }, 100)
  const { code, stderr } = await command.ended
  clearInterval(looking)
  return { highest, failure: code === 0 ? '' : stderr.slice(-200) }
}

/** Returns the most memory that a process has held so far, bytes; 0 once it has ended. */
function highestOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

const inMegabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`
