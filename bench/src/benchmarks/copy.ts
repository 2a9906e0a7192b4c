import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ADMIN_EMAIL, type PlatformProcess, startPlatformProcess } from '@greenwave/harness/platformProcess'
import { parallel } from '../tools/parallel.ts'
import { cpuSeconds, residentMb, type Usage } from '../tools/processUsage.ts'
import type { Row } from '../tools/report.ts'
import { seedDevices, signInAsAdmin } from '../tools/seed.ts'

const DEVICES = Number(process.env.BENCH_COPY_DEVICES ?? 10_000)
const PROMISED_SECONDS = 600
const LOOK_MS = 250

const PLATFORM = new URL('../../../apps/platform/', import.meta.url)
const MAIN = fileURLToPath(new URL('../../../scripts/greenwave.mjs', import.meta.url))
const NODE_FLAGS = JSON.parse(readFileSync(new URL('nodeFlags.json', PLATFORM), 'utf8')) as string[]

const SETTINGS = {
  ...{ Mode: 4, Vang: 3, Do_cong: 2, Plan_total: 1, P1_HH: 0, P1_MM: 0, P1_Pr: 1, P1_ENT: 1 },
  ...{ Pr1_X1: 30, Pr1_X2: 20, Pr1_X3: 15, Start_Pr1_X1: 0, Start_Pr1_X2: 35, Start_Pr1_X3: 60 },
}

/** Measures `greenwave copy` between two platforms on this machine: of everything, and of nothing that is new. */
export async function copy(): Promise<Row[]> {
  const platforms = await Promise.all([startPlatformProcess(), startPlatformProcess()])
  const [from, to] = platforms
  const folder = mkdtempSync(join(tmpdir(), 'greenwave-bench-copy-'))
  try {
    const api = await signInAsAdmin(from)
    const beganAt = performance.now()
    const seeded = await seedDevices(api, DEVICES)
    const making = (performance.now() - beganAt) / 1000
    await parallel(seeded, async ({ device }, i) => {
      await api.writeAttributes(device.id.id, 'SHARED_SCOPE', SETTINGS)
      await api.writeAttributes(device.id.id, 'SERVER_SCOPE', { latitude: 10 + i / 1e5, longitude: 106.6 + i / 1e5 })
    })
    const first = await copyOnce(from, to, folder)
    const again = await copyOnce(from, to, folder)
    const baseline = `making ${DEVICES.toLocaleString('en')} devices by REST: ${making.toFixed(0)} s`
    const promised = (PROMISED_SECONDS * DEVICES) / 10_000
    const row = (what: string, usage: Omit<Usage, 'waited'>): Row => ({
      name: `${DEVICES.toLocaleString('en')} devices copied${what}`,
      promise: `<= ${promised} s`,
      figure: `${usage.seconds.toFixed(0)} s, ${usage.peakMb.toFixed(0)} MB, ${usage.core.toFixed(2)} of a core`,
      baseline,
      kept: usage.seconds <= promised,
    })
    return [row('', first), row(' again, all there', again)]
  } finally {
    await Promise.all(platforms.map((platform) => platform.stop()))
    rmSync(folder, { recursive: true })
  }
}

/** Runs the command; resolves with what it used. @throws if not all devices are there then */
async function copyOnce(from: PlatformProcess, to: PlatformProcess, folder: string): Promise<Omit<Usage, 'waited'>> {
  const args = ['copy', '--from', from.url, '--to', to.url, '--links', join(folder, 'links.csv')]
  const child = spawn(process.execPath, [...NODE_FLAGS, MAIN, ...args], {
    env: {
      ...process.env,
      ...{ GREENWAVE_FROM_USER: ADMIN_EMAIL, GREENWAVE_TO_USER: ADMIN_EMAIL },
      ...{ GREENWAVE_FROM_PASSWORD: from.adminPassword, GREENWAVE_TO_PASSWORD: to.adminPassword },
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const pid = child.pid ?? 0
  const beganAt = performance.now()
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += chunk
  })
  let [peakMb, cpu] = [0, 0]
  const looking = setInterval(() => {
    // What /proc says of a process goes with it.
    if (child.exitCode !== null) return
    peakMb = Math.max(peakMb, residentMb(pid))
    cpu = cpuSeconds(pid)
  }, LOOK_MS)
  const [code] = (await once(child, 'exit')) as [number | null]
  clearInterval(looking)
  if (code !== 0) throw new Error(`greenwave copy ended with ${code}:\n${said}`)
  const seconds = (performance.now() - beganAt) / 1000
  return { seconds, peakMb, core: cpu / seconds }
}
