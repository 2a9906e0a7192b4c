import { setTimeout as pause } from 'node:timers/promises'
import { writeDeviceTime } from '@greenwave/controller/attributes'
import { localTimeAt } from '@greenwave/controller/deviceClock'
import type { Api } from '@greenwave/harness/api'
import { startPlatformProcess } from '@greenwave/harness/platformProcess'
import { until } from '@greenwave/harness/until'
import type { IncidentCode } from '@greenwave/observer/incident'
import { alarmType } from '@greenwave/observer/rules/alarm'
import { createFleet, type Fleet } from '@greenwave/simulator/fleet'
import type { Row } from '../tools/report.ts'
import { seedDevices, signInAsAdmin } from '../tools/seed.ts'
import { watchedJunctions } from '../tools/watchedJunctions.ts'

/** Controllers that have each fault. */
const OF_EACH = 3
/** The promise, seconds. */
const WITHIN = 5

/** One plan all day, programs of 40 s: the phases are green in the seconds 0 to 10, 15 to 23 and 28 to 35. */
const SETTINGS = {
  ...{ Mode: 4, Vang: 3, Do_cong: 2, Plan_total: 1, P1_HH: 0, P1_MM: 0, P1_Pr: 1, P1_ENT: 1 },
  ...{ Pr1_X1: 10, Pr1_X2: 8, Pr1_X3: 7, Start_Pr1_X1: 0, Start_Pr1_X2: 15, Start_Pr1_X3: 28 },
}
/** The same with two phases. With 20 s more for each, the cycle is twice as long, and keeps its place in the day (R8). */
const TWO_PHASES = { ...SETTINGS, Pr1_X1: 15, Pr1_X2: 15, Pr1_X3: 0, Start_Pr1_X2: 20, Start_Pr1_X3: 0 }

/** The faults begin in second 2 of a cycle of 40 s, and in the second half of one of 80 s. */
const CYCLE_OF_BEGIN = 80
const SECOND_OF_BEGIN = 42

/** What a fault must lead to. Times are seconds, by the rules of incidents. */
interface Expected {
  readonly fault: string
  readonly code: IncidentCode
  /** From its first second until the condition has lasted as long as it must. */
  readonly raised: number
  readonly lasts: number
  /** From its end until the condition has been over for as long as it must. */
  readonly cleared: number
  /** Written when it begins, and again when it ends. */
  readonly setting?: Readonly<Record<string, number>>
  /** Whether the clock must be set when it ends. */
  readonly setsClock?: boolean
  readonly settings?: Readonly<Record<string, number>>
}

const YELLOW = { setting: { Vang: 4 } } as const
/** Two right cycles, after the one in which the fault ends in second 20. */
const TWO_CYCLES = 20 + 2 * 40

const FAULTS: readonly Expected[] = [
  { fault: 'two-greens', code: 'conflict', raised: 1, lasts: 30, cleared: 10 },
  { fault: 'two-lamps', code: 'lamps', raised: 1, lasts: 30, cleared: 10 },
  { fault: 'dark-phase', code: 'dark', raised: 2, lasts: 30, cleared: 10 },
  { fault: 'dark-junction', code: 'dark', raised: 2, lasts: 30, cleared: 10 },
  { fault: 'all-red', code: 'all-red', raised: 11, lasts: 30, cleared: 10 },
  { fault: 'frozen', code: 'frozen', raised: 2, lasts: 30, cleared: 5 },
  { fault: 'silent', code: 'silent', raised: 9, lasts: 30, cleared: 5 },
  { fault: 'offline', code: 'offline', raised: 30, lasts: 60, cleared: 5 },
  { fault: 'clock-off', code: 'clock', raised: 10, lasts: 30, cleared: 10 },
  { fault: 'clock-jump', code: 'clock', raised: 10, lasts: 30, cleared: 10, setsClock: true },
  // It is more than 5 s ahead after 6 s.
  { fault: 'clock-drift:60', code: 'clock', raised: 16, lasts: 30, cleared: 10, setsClock: true },
  // The next yellow begins in second 10 and ends in second 11; its red ends in second 13 instead of 15.
  { fault: 'short-yellow', code: 'short-yellow', raised: 9, lasts: 18, cleared: TWO_CYCLES },
  { fault: 'short-clearance', code: 'short-clearance', raised: 11, lasts: 18, cleared: TWO_CYCLES },
  // It rises in second 20, and falls in second 21. Ten cycles later that is long ago.
  { fault: 'countdown-jump', code: 'countdown-jump', raised: 19, lasts: 28, cleared: 400 - (28 - 19) },
  // The running cycle ends first (R11), in second 40; then two longer ones. It ends 2 s into the third.
  {
    ...{ fault: 'off-plan:20', code: 'off-plan', raised: 38 + 160, lasts: 40 + 160, cleared: 78 + 80 },
    settings: TWO_PHASES,
  },
  // Without any answer, a setting counts as not confirmed after 10 s.
  { fault: 'ignore-settings', code: 'not-taken', raised: 70, lasts: 90, cleared: 0, ...YELLOW },
  { fault: 'refuse-settings', code: 'not-taken', raised: 60, lasts: 90, cleared: 0, ...YELLOW },
  { fault: 'wrong-settings', code: 'not-taken', raised: 60, lasts: 90, cleared: 0, ...YELLOW },
]

/** A controller with its fault, and when its alarm was seen to begin and to end, epoch milliseconds. */
interface Case extends Expected {
  readonly name: string
  readonly deviceId: string
  raisedMs?: number
  clearedMs?: number
}

/**
 * Measures, for every fault of the virtual controllers that is an incident, how long after its condition's time its
 * alarm is read by REST, and how long after its end it is read as cleared: from the controller through platform and
 * watcher and back.
 */
export async function detection(): Promise<Row[]> {
  const platform = await startPlatformProcess({ GREENWAVE_WATCHER: 'on' })
  let fleet: Fleet | undefined
  try {
    const api = await signInAsAdmin(platform)
    const seeded = await seedDevices(api, FAULTS.length * OF_EACH)
    const cases = seeded.flatMap(({ device }, nth): Case[] => {
      const expected = FAULTS[nth % FAULTS.length]
      return expected ? [{ ...expected, name: device.name, deviceId: device.id.id }] : []
    })
    for (const { deviceId, settings = SETTINGS } of cases) await write(api, deviceId, settings)
    const logins = seeded.map(({ device, login }) => ({ ...login, name: device.name }))
    const running = createFleet({ url: platform.mqttUrl, logins })
    fleet = running
    const count = cases.length
    await until('all junctions to be healthy', async () => (await watchedJunctions(api)).healthy === count, 120_000)
    // A whole cycle must have been seen before anything of cycles is judged.
    const beginMs = nextBegin(Date.now() + 2 * CYCLE_OF_BEGIN * 1000)
    await Promise.all([act(api, running, cases, beginMs), watch(api, cases, beginMs)])
    return FAULTS.map((expected) => rowOf(expected, cases, beginMs))
  } finally {
    await fleet?.stop()
    await platform.stop()
  }
}

function nextBegin(fromMs: number): number {
  const cycleMs = CYCLE_OF_BEGIN * 1000
  return Math.ceil(fromMs / cycleMs) * cycleMs + SECOND_OF_BEGIN * 1000
}

function write(api: Api, deviceId: string, values: Readonly<Record<string, number | string>>): Promise<void> {
  return api.writeAttributes(deviceId, 'SHARED_SCOPE', values)
}

/** Causes and ends the faults, each in its second, before the controllers have their turn in it. */
async function act(api: Api, fleet: Fleet, cases: readonly Case[], beginMs: number): Promise<void> {
  await untilMs(beginMs)
  for (const { name, fault } of cases) fleet.setFaults(name, [fault])
  for (const { deviceId, setting } of cases) if (setting) await write(api, deviceId, setting)
  for (const lasts of [...new Set(cases.map((one) => one.lasts))].sort((a, b) => a - b)) {
    await untilMs(beginMs + lasts * 1000)
    const ended = cases.filter((one) => one.lasts === lasts)
    for (const { name } of ended) fleet.setFaults(name, [])
    for (const { deviceId, setting, setsClock } of ended) {
      if (setting) await write(api, deviceId, setting)
      if (setsClock) await write(api, deviceId, writeDeviceTime(localTimeAt(Date.now())))
    }
  }
}

async function untilMs(ms: number): Promise<void> {
  await pause(Math.max(0, ms - Date.now()))
}

/** Notes when each alarm is read as active, and when as over. */
async function watch(api: Api, cases: readonly Case[], beginMs: number): Promise<void> {
  const longestMs = Math.max(...cases.map(({ lasts, cleared }) => lasts + cleared)) * 1000
  const isOver = (): boolean => cases.every(({ clearedMs }) => clearedMs !== undefined)
  while (!isOver() && Date.now() < beginMs + longestMs + 60_000) {
    const { data } = await api.call('alarmsV2', { query: { pageSize: 1000, page: 0, statusList: 'ACTIVE' } })
    const now = Date.now()
    const active = new Set(data.map(({ originator, type }) => `${originator.id} ${type}`))
    for (const one of cases) {
      const isActive = active.has(`${one.deviceId} ${alarmType(one.code)}`)
      if (isActive) one.raisedMs ??= now
      else if (one.raisedMs !== undefined) one.clearedMs ??= now
    }
    await pause(100)
  }
}

function rowOf({ fault, code, raised, lasts, cleared }: Expected, cases: readonly Case[], beginMs: number): Row {
  const own = cases.filter((one) => one.fault === fault)
  const after = (ms: number | undefined, dueSeconds: number) => ((ms ?? Number.NaN) - beginMs) / 1000 - dueSeconds
  const raises = own.map(({ raisedMs }) => after(raisedMs, raised))
  const clears = own.map(({ clearedMs }) => after(clearedMs, lasts + cleared))
  const isKept = (seconds: number): boolean => seconds >= -1 && seconds <= WITHIN
  return {
    name: `${fault}: ${alarmType(code)}`,
    promise: 'alarm within 5 s of its time, cleared within 5 s',
    figure: `${spread(raises)} s after ${raised} s; ${spread(clears)} s after ${cleared} s`,
    baseline: 'no other software does this',
    kept: [...raises, ...clears].every(isKept),
  }
}

function spread(seconds: readonly number[]): string {
  return seconds.map((one) => one.toFixed(1)).join(' / ')
}
