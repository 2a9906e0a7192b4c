import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { type PlatformProcess, startPlatformProcess } from '@greenwave/harness/platformProcess'
import { describeMs, quantile } from '../tools/quantiles.ts'
import type { Row } from '../tools/report.ts'
import { seedDevices, signInAsAdmin } from '../tools/seed.ts'

const DEVICES = 10_000
const STARTS = 7

/**
 * Measures `serve` until its first answer, with 10,000 stored devices. The baseline is an empty Node server until its
 * first answer. With `BENCH_BEFORE` (a folder of another checkout) that platform is started in turn, too.
 */
export async function start(): Promise<Row[]> {
  const { BENCH_BEFORE: before } = process.env
  const platform = await startFilled()
  const earlier = before === undefined ? undefined : await startFilled(before)
  const ours: number[] = []
  const earlierOnes: number[] = []
  const theirs: number[] = []
  for (let i = 0; i < STARTS; i++) {
    ours.push(await startAgain(platform))
    if (earlier) earlierOnes.push(await startAgain(earlier))
    theirs.push(await emptyServer())
  }
  await platform.stop()
  await earlier?.stop()
  return [
    {
      name: 'serve to first answer, 10,000 devices, after SIGKILL',
      promise: '<= 1500 ms',
      figure: describeMs(ours),
      baseline: `empty node:http server: ${describeMs(theirs)}${earlier ? `; earlier: ${describeMs(earlierOnes)}` : ''}`,
      kept: quantile(ours, 0.5) <= 1500,
    },
  ]
}

/** Starts a platform with its devices, of this checkout or of another. */
async function startFilled(checkout?: string): Promise<PlatformProcess> {
  const platform = await startPlatformProcess({}, false, [], checkout)
  await seedDevices(await signInAsAdmin(platform), DEVICES)
  return platform
}

/** Kills a platform and returns the milliseconds until the next one answers. */
async function startAgain(platform: PlatformProcess): Promise<number> {
  await platform.kill()
  const at = performance.now()
  await platform.restart()
  return performance.now() - at
}

async function emptyServer(): Promise<number> {
  const script =
    "const s=require('node:http').createServer((q,r)=>r.end());s.listen(0,'127.0.0.1',()=>console.log(s.address().port))"
  const at = performance.now()
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = (await once(createInterface(child.stdout), 'line')) as [string]
  await fetch(`http://127.0.0.1:${port}/`)
  const took = performance.now() - at
  child.kill('SIGTERM')
  return took
}
