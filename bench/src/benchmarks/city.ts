/** @file A city as a user installs it: watched, shown on consoles, and in trouble everywhere at once. */
import { localTimeAt } from '@greenwave/controller/deviceClock'
import { freePorts } from '@greenwave/harness/freePorts'
import { until } from '@greenwave/harness/until'
import { WINDOW_MS } from '@greenwave/observer/recordWindow'
import { type City, planChangeAt, startCity } from '../tools/city.ts'
import { CityStage } from '../tools/cityStage.ts'
import { backUp, readMonth, recordMonth, rollOut } from '../tools/cityWork.ts'
import { fetchMetrics } from '../tools/fetchMetrics.ts'
import { parallel } from '../tools/parallel.ts'
import type { Row } from '../tools/report.ts'
import { type SeededDevice, seedDevices } from '../tools/seed.ts'

const JUNCTIONS = Number(process.env.BENCH_CITY_JUNCTIONS ?? 1000)
/** Length of a phase, seconds. */
const SECONDS = Number(process.env.BENCH_CITY_SECONDS ?? 20)
/** A controller counts as lost after half a minute. */
const LOST_SECONDS = Math.max(SECONDS, 45)
/** Conflicts that stay are written again after a minute. */
const STAYING_SECONDS = 3 * SECONDS
/** Time for a restarted platform's watcher to evaluate all junctions, and to read what it missed of them, seconds. */
const BEGINS_WITHIN_S = Math.min(200, 60 + JUNCTIONS / 20)
const PROBE_DEVICES = 50
const ROLLOUT = Math.min(200, JUNCTIONS)
const BACK_WITHIN_S = 8
/** Alarms of lost controllers end 5 s after these are back. */
const BACK_SECONDS = Math.max(SECONDS, BACK_WITHIN_S + 17)

/**
 * Measures a city of `BENCH_CITY_JUNCTIONS` (1,000 by default) in phases of `BENCH_CITY_SECONDS`: 20 by default, which
 * takes ten minutes.
 */
export async function city(): Promise<Row[]> {
  const [metricsPort] = await freePorts(1)
  const metricsUrl = `http://127.0.0.1:${metricsPort}`
  const scene = await startCity(JUNCTIONS, { GREENWAVE_METRICS_PORT: String(metricsPort) })
  const stage = new CityStage(scene, metricsUrl)
  try {
    const own = await seedDevices(scene.api, PROBE_DEVICES, 'PROBE')
    await recordMonth(scene.api, scene.seeded)
    await untilConnected(metricsUrl)
    const changeMs = await planChange(scene)
    await stage.open(own)
    await stage.measure('watcher off', SECONDS)
    await stage.close()
    await scene.platform.end()
    await scene.platform.restart({ GREENWAVE_WATCHER: 'on' })
    await untilConnected(metricsUrl)
    await scene.until('evaluated')
    await stage.open(own)
    await catchUp(changeMs, scene, stage)
    await steadyUntil(changeMs - 5000, stage)
    await stage.measure('change of plan everywhere', SECONDS)
    await massEvents(scene, stage)
    await work(scene, stage)
    return stage.rows
  } finally {
    await stage.close()
    await scene.stop()
  }
}

/** Lets all controllers change their plan once the watched city has been steady for a while; returns when. */
async function planChange({ api, seeded }: City): Promise<number> {
  const soonestMs = Date.now() + (SECONDS + BEGINS_WITHIN_S + 2 * SECONDS) * 1000
  const changeMs = Math.ceil(soonestMs / 60_000) * 60_000
  const { hour, minute } = localTimeAt(changeMs)
  await parallel(seeded, ({ device }) => api.writeAttributes(device.id.id, 'SHARED_SCOPE', planChangeAt(hour, minute)))
  return changeMs
}

/** Measures while the watcher reads what it missed, as after each start, and leaves time for the steady phase. */
async function catchUp(changeMs: number, { platform }: City, stage: CityStage): Promise<void> {
  const lastMs = changeMs - 2 * SECONDS * 1000
  const isDone = (): boolean => platform.output().includes('what was missed before this watcher began is read')
  const done = async (): Promise<string> => {
    await until('the watcher to catch up', () => isDone() || Date.now() > lastMs, 300_000, 1000)
    return isDone() ? 'it is up to date then' : 'it goes on'
  }
  await stage.measure('the watcher catches up', 0, { work: done })
}

async function steadyUntil(untilMs: number, stage: CityStage): Promise<void> {
  const nowMs = Date.now()
  const seconds = Math.floor((untilMs - nowMs) / 1000)
  if (seconds < SECONDS) throw new Error(`only ${seconds} s are left until the plan changes: the machine is too busy`)
  const hasQuarter = Math.floor(nowMs / WINDOW_MS) < Math.floor(untilMs / WINDOW_MS)
  await stage.measure(hasQuarter ? 'steady over the end of a quarter' : 'steady', seconds, { isSteady: true })
}

async function massEvents(scene: City, stage: CityStage): Promise<void> {
  const { seeded } = scene
  setFaults(scene, seeded.slice(0, seeded.length / 2), ['dark-junction'])
  await stage.measure('half of the city dark', SECONDS, { alarms: { code: 'dark', edge: 'raised', afterS: 3 } })
  setFaults(scene, seeded, ['two-greens:1,2'])
  await stage.measure('every junction in conflict', SECONDS, {
    alarms: { code: 'conflict', edge: 'raised', afterS: 2 },
  })
  await stage.measure('the conflicts stay', STAYING_SECONDS)
  await scene.cutPower()
  await stage.measure('power cut', LOST_SECONDS, { alarms: { code: 'offline', edge: 'raised', afterS: 30 } })
  await stage.measure('all controllers stay lost', SECONDS)
  scene.startFleet(Math.ceil(JUNCTIONS / BACK_WITHIN_S))
  const cleared = { code: 'offline', edge: 'cleared', afterS: 5 } as const
  await stage.measure(`all back within ${BACK_WITHIN_S} s`, BACK_SECONDS, { alarms: cleared })
}

async function work({ seeded, platform }: City, stage: CityStage): Promise<void> {
  const { call } = stage
  const targets = seeded.slice(0, ROLLOUT)
  await stage.measure(`rollout to ${ROLLOUT}`, 0, { work: () => rollOut(call, targets) })
  await stage.measure("a month's report", 0, { work: () => readMonth(call, seeded) })
  await stage.measure('backup', 0, { work: () => backUp(platform.dataDir) })
}

function setFaults({ fleet }: City, junctions: readonly SeededDevice[], faults: readonly string[]): void {
  for (const { device } of junctions) fleet.send({ name: device.name, faults })
}

async function untilConnected(metricsUrl: string): Promise<void> {
  // A connection that was kept ends with the platform that was restarted.
  const isConnected = () =>
    fetchMetrics(metricsUrl).then(
      ({ connected }) => connected >= JUNCTIONS,
      () => false,
    )
  await until('all controllers to be connected', isConnected, 240_000, 1000)
}
