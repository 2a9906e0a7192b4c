/** @file Sends the past of the sample city to the platform's process, which started this one. */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import process from 'node:process'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createRollout } from '@greenwave/rollout/rolloutAsset'
import { fingerprint } from '@greenwave/rollout/meantValues'
import type { CallApi } from '@greenwave/client/callTypes'
import { CORRIDOR_TYPE } from '@greenwave/contract/records/corridors'
import { ROLLOUT_TYPE } from '@greenwave/contract/records/recordKeys'
import type { Rollout } from '@greenwave/contract/records/rollouts'
import type { DemoCity } from '@greenwave/contract/wire/demonstration'
import { PART_TAKEN, type PastPart } from '@greenwave/contract/wire/sampleCity'
import { midnightOf } from '@greenwave/observer/conformity/days'
import * as z from 'zod/mini'
import { CORRIDORS } from '../corridors.ts'
import { pastOf, tunedJunctions, WITH_PAST } from './pastOfCity.ts'
import type { PastFacts } from './pastParts.ts'
import { TUNING } from './stories.ts'

/** Whether the past of a data folder is made, and before which start. */
const PastState = z.object({ startMs: z.number(), days: z.number(), isWhole: z.boolean() })
type PastState = z.infer<typeof PastState>

const ALL = { pageSize: 1000, page: 0 }
const DAY_MS = 86_400_000

/** Notes that the city is new, and gets a past of so many days, unless that is noted already. */
export async function beginPast(file: string, days: number): Promise<void> {
  if (!existsSync(file)) await write(file, { startMs: Date.now(), days, isWhole: days === 0 })
}

/** Reads what the city reports of its past; undefined where it has none. */
export async function readPast(file: string): Promise<DemoCity['past']> {
  const state = await read(file)
  return state && state.days > 0 ? { beforeMs: state.startMs, isWhole: state.isWhole } : undefined
}

/** Makes the past that is not made yet, from its beginning: what is stored already stays as it is. */
export async function sendPast(
  call: CallApi,
  file: string,
  isStopped: () => boolean,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const state = await read(file)
  if (!state || state.isWhole) return
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  const owners = new Set<string>()
  for (const part of pastOf(await factsOf(call, state))) {
    if (isStopped()) return
    if (!part) {
      await nextTurn()
      continue
    }
    await handOver(part)
    if (part.owner.entityType === 'DEVICE' && !owners.has(part.owner.id)) {
      onProgress(owners.size, WITH_PAST.length)
      owners.add(part.owner.id)
    }
  }
  await write(file, { ...state, isWhole: true })
}

async function read(file: string): Promise<PastState | undefined> {
  return existsSync(file) ? PastState.parse(JSON.parse(await readFile(file, 'utf8'))) : undefined
}

async function write(file: string, state: PastState): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(state))
  await rename(`${file}.new`, file)
}

/** Resolves when the platform has stored a part. */
async function handOver(part: PastPart): Promise<void> {
  process.send?.(part)
  for (;;) {
    const [message]: unknown[] = await once(process, 'message')
    if (JSON.stringify(message) === JSON.stringify(PART_TAKEN) || message === 'stop') return
  }
}

async function factsOf(call: CallApi, { startMs, days }: PastState): Promise<PastFacts> {
  const [devices, corridors, { id, email }] = await Promise.all([
    call('tenantDevices', { query: ALL }),
    call('tenantAssets', { query: { ...ALL, type: CORRIDOR_TYPE } }),
    call('currentUser', {}),
  ])
  const deviceIds = new Map(devices.data.map((device) => [device.name, device.id.id]))
  const by = { id: id.id, name: email }
  return {
    ...{ startMs, days, deviceIds, by },
    corridorId: corridors.data.find(({ name }) => name === CORRIDORS[0]?.name)?.id.id,
    rolloutId: await ensureRollout(call, { startMs, deviceIds, by }),
  }
}

/** Makes the rollout that tuned the green wave, unless it is there. Resolves with its id. */
async function ensureRollout(
  call: CallApi,
  { startMs, deviceIds, by }: Pick<PastFacts, 'startMs' | 'deviceIds' | 'by'>,
): Promise<string> {
  const name = `Green wave ${TUNING.title}`
  const existing = await call('tenantAssets', { query: { ...ALL, type: ROLLOUT_TYPE } })
  const made = existing.data.find((asset) => asset.name === name)
  if (made) return made.id.id
  const midnightMs = midnightOf(midnightOf(startMs) - TUNING.daysAgo * DAY_MS + DAY_MS / 2)
  const targets = tunedJunctions().flatMap(({ name: junction, at, values }): Rollout['targets'] => {
    const id = deviceIds.get(junction)
    const was = fingerprint({ values }, { client: {}, shared: {} })
    return id === undefined ? [] : [{ id, was, state: 'seen', at: midnightMs + at * 1000, values }]
  })
  const rollout: Rollout = {
    ...{ kind: 'settings', values: {}, title: TUNING.title, by, why: TUNING.why, groupSize: 10, stopAfter: 1 },
    ...{ at: midnightMs + TUNING.at * 1000 - 120_000, run: 'over', tolerated: 0, sender: null, targets },
  }
  const { asset } = await createRollout(call, name, rollout)
  return asset.id.id
}
