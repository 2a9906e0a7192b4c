/** What a city asks of its platform now and then: a rollout, a month's report, a backup. Each returns what came of it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallApi } from '@greenwave/client/callTypes'
import { DAY_KEY } from '@greenwave/contract/records/daySums'
import { LEARNED_KEY } from '@greenwave/contract/records/displays'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { displayTexts, FULL, uniformDisplay } from '@greenwave/controller/display'
import type { Api } from '@greenwave/harness/api'
import { runGreenwave } from '@greenwave/harness/greenwaveProcess'
import { ADMIN_EMAIL } from '@greenwave/harness/platformProcess'
import { DAY_MS, daysOf, spanOf } from '@greenwave/observer/conformity/days'
import { fetchSpan, inParallel } from '@greenwave/observer/conformity/reading/spanReads'
import { rollOutAtOnce } from '@greenwave/rollout/testing/rollOutAtOnce'
import { parallel } from './parallel.ts'
import { recordedDays } from './recordedDays.ts'
import type { SeededDevice } from './seed.ts'

/** Calls that a browser makes at a time. */
const AT_ONCE = 6

/** What a watcher has learned of each junction: until then zeros are not yet called dark. */
const LEARNED = { display: displayTexts(uniformDisplay(FULL)), control: { kind: 'fixed' } }

/** Stores what a watcher would have learned of each junction, and counted of each day of this month. */
export async function recordMonth(api: Api, junctions: readonly SeededDevice[]): Promise<void> {
  const nowMs = Date.now()
  const kinds = recordedDays()
  const days = daysOf(spanOf('month', nowMs)).filter((dayMs) => dayMs + DAY_MS < nowMs)
  await parallel(junctions, async ({ device }, nth) => {
    await api.writeAttributes(device.id.id, 'SERVER_SCOPE', { [LEARNED_KEY]: LEARNED })
    const sums = days.map((dayMs, at) => ({
      ts: dayMs,
      values: { [DAY_KEY]: kinds[(nth * 5 + at) % kinds.length]?.sums(dayMs) },
    }))
    await api.call('saveTimeseries', { params: { ...ofDevice(device.id.id), scope: 'ANY' }, body: sums })
  })
}

/** Rolls a setting out to junctions, all in one stage. */
export async function rollOut(call: CallApi, junctions: readonly SeededDevice[]): Promise<string> {
  const ids = junctions.map(({ device }) => device.id.id)
  const { end, taken } = await rollOutAtOnce(call, ids, { Pr6_X3: 14 }, ADMIN_EMAIL)
  return `${end}, ${taken} of ${ids.length} took it`
}

/** Reads the month of all junctions as the console's report does. */
export async function readMonth(call: CallApi, junctions: readonly SeededDevice[]): Promise<string> {
  const nowMs = Date.now()
  const month = spanOf('month', nowMs)
  let days = 0
  await inParallel(junctions, AT_ONCE, async ({ device }) => {
    days += (await fetchSpan({ call, deviceId: device.id.id }, month, { nowMs })).days.length
  })
  return `${days} days read`
}

/** Makes a backup by the command line. */
export async function backUp(dataDir: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'greenwave-bench-'))
  try {
    const { code } = await runGreenwave(['backup', join(folder, 'copy')], { GREENWAVE_DATA_DIR: dataDir })
    return `exit code ${code}`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
