/** @file Rollouts over a real platform, with virtual controllers that misbehave, by the command and by killed senders. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderOfTests } from '@greenwave/harness/ofTest'
import { fetchChanges } from '@greenwave/changes/fetchChanges'
import type { CallApi } from '@greenwave/client/callTypes'
import { Api } from '@greenwave/harness/api'
import { greenwaveHere } from '@greenwave/harness/greenwaveHere'
import { type GreenwaveProcess, runGreenwave, startGreenwave } from '@greenwave/harness/greenwaveProcess'
import { ADMIN_EMAIL, type PlatformProcess, startPlatformProcess } from '@greenwave/harness/platformProcess'
import { until } from '@greenwave/harness/until'
import { fetchJunctionFacts } from '@greenwave/rollout/junctionFacts'
import { newRollout, type RolloutDraft } from '@greenwave/rollout/newRollout'
import { previewOf } from '@greenwave/rollout/preview'
import { RolloutSender, type SenderDeps } from '@greenwave/rollout/RolloutSender'
import { createRollout, openRollout } from '@greenwave/rollout/rolloutAsset'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommandLine } from './commandLine.ts'

const runGreenwaveHere = greenwaveHere(runCommandLine)

const SETTINGS = {
  ...{ Mode: 4, Vang: 3, Do_cong: 2, Plan_total: 1, P1_HH: 0, P1_MM: 0, P1_Pr: 1, P1_ENT: 1 },
  ...{ Pr1_X1: 30, Pr1_X2: 20, Pr1_X3: 15, Start_Pr1_X1: 0, Start_Pr1_X2: 35, Start_Pr1_X3: 60 },
}
const FAULTS = ['', '', '', '', 'offline', 'refuse-settings', 'wrong-settings', '']
/** Displays and greens of some controllers, as an engineer sets them. */
const SHOWS: Readonly<Record<number, { readonly display?: string; readonly actuated?: string }>> = {
  1: { display: 'last-8' },
  2: { display: 'none' },
  3: { actuated: '8-40' },
  7: { display: 'last-8-0' },
}

let platform: PlatformProcess
let admin: Api
let fleet: GreenwaveProcess
const folder = folderOfTests()
const ids: string[] = []

beforeAll(async () => {
  platform = await startPlatformProcess()
  admin = await Api.signIn(platform.url, ADMIN_EMAIL, platform.adminPassword)
  for (const nth of FAULTS.keys()) {
    const login = { clientId: `c${nth}`, userName: `u${nth}`, password: `secret-${nth}` }
    const device = await admin.createDevice({ name: `TLC-${nth}`, label: `Junction ${nth}` }, login)
    await admin.writeAttributes(device.id.id, 'SHARED_SCOPE', SETTINGS)
    ids.push(device.id.id)
    const { display, actuated } = SHOWS[nth] ?? {}
    const lamp = display && { red: display, yellow: display, green: display }
    const site = {
      ...(lamp && { display: { 1: lamp, 2: lamp, 3: lamp } }),
      control: { kind: actuated ? 'actuated' : 'fixed' },
    }
    await admin.writeAttributes(device.id.id, 'SERVER_SCOPE', { gw_site: site })
  }
  const file = join(folder, 'controllers.csv')
  const lines = FAULTS.map((faults, nth) => {
    const { display = '', actuated = '' } = SHOWS[nth] ?? {}
    return `TLC-${nth},c${nth},u${nth},secret-${nth},${faults},${display},${actuated}`
  })
  writeFileSync(file, `name,clientId,userName,password,faults,display,actuated\n${lines.join('\n')}\n`)
  fleet = startGreenwave(['controllers', '--url', platform.mqttUrl, '--credentials', file])
  for (const [nth, id] of ids.entries()) {
    if (FAULTS[nth] === 'offline') continue
    await until('what each controller reports', async () => {
      const { client, connected } = await fetchJunctionFacts(admin.call, id)
      return connected && client.Vang?.value === 3
    })
  }
})
afterAll(async () => {
  fleet.signal('SIGTERM')
  await fleet.ended
  await platform.stop()
})

async function makeRollout(
  name: string,
  draft: Pick<RolloutDraft, 'kind' | 'values' | 'groupSize' | 'stopAfter'>,
  junctionIds: readonly string[] = ids,
) {
  const whole = { ...draft, by: { id: '', name: ADMIN_EMAIL }, why: 'School', at: Date.now() }
  const junctions = await Promise.all(
    junctionIds.map(async (id) => ({ id, preview: previewOf(whole, await fetchJunctionFacts(admin.call, id)) })),
  )
  return (await createRollout(admin.call, name, newRollout(whole, junctions))).asset.id.id
}

/** A sender that is killed after so many calls; the platform does what the last one asked for. */
async function sendFor(calls: number, rolloutId: string): Promise<string> {
  let left = calls
  const inFlight: Promise<unknown>[] = []
  const call: CallApi = async (name, ...args) => {
    if (left < 0) throw new Error('killed')
    left -= 1
    const answering = admin.call(name, ...args)
    inFlight.push(answering.catch(() => undefined))
    const answer = await answering
    if (left < 0) throw new Error('killed')
    return answer
  }
  const deps: SenderDeps = {
    ...{ call, rolloutId, senderId: 'the same', from: 'console' as const, nowMs: Date.now },
    ...{ by: { id: '', name: ADMIN_EMAIL }, signal: new AbortController().signal },
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, Math.min(ms, 300))),
  }
  const end = await RolloutSender.send(deps).catch((error: Error) => error.message)
  // Nobody else sends before the lease has run out, and by then the platform has done what it was asked to.
  await Promise.all(inFlight)
  return end
}

const greenwave = (...args: string[]) => ['rollout', ...args, '--url', platform.url, '--user', ADMIN_EMAIL] as const
const account = () => ({ GREENWAVE_PASSWORD: platform.adminPassword })

test('a list without rollouts says that there are none, and where they are made', async () => {
  const { code, stdout, stderr } = await runGreenwaveHere(
    ['rollout', 'list', '--url', platform.url, '--user', ADMIN_EMAIL],
    { GREENWAVE_PASSWORD: platform.adminPassword },
  )
  expect([code, stdout, stderr]).toEqual([0, '', expect.stringMatching(/^There are no rollouts yet: .*\/rollouts\.$/m)])
})

describe('a rollout on a real platform', () => {
  test('whose senders are killed again and again sends nothing twice, forgets nothing and tells the truth', async () => {
    const rolloutId = await makeRollout('Rollout 1', {
      ...{ kind: 'settings', values: { P1_HH: 1, P1_MM: 30 }, groupSize: 3, stopAfter: 9 },
    })
    const ends: string[] = []
    for (let life = 5; ends.at(-1) !== 'over'; life += 9) ends.push(await sendFor(life, rolloutId))
    expect(ends.filter((end) => end === 'killed').length).toBeGreaterThan(3)
    const { rollout } = await openRollout(admin.call, rolloutId)
    const states = new Map(rollout.targets.map(({ id, state, why }) => [id, why ?? state]))
    expect(ids.map((id) => states.get(id))).toEqual([
      ...['taken', 'taken', 'taken', 'taken', 'waiting', 'differs', 'differs', 'taken'],
    ])
    for (const id of ids) {
      const span = { fromMs: 0, untilMs: Date.now() + 1000, limit: 10 }
      const { changes } = await fetchChanges(admin.call, { deviceId: id, ...span })
      expect(changes).toMatchObject([{ batch: rolloutId, why: 'School', after: { P1_HH: 1, P1_MM: 30 } }])
      const query = { pageSize: 50, page: 0, actionTypes: 'ATTRIBUTES_UPDATED' }
      const { data } = await admin.call('entityAuditLogs', { params: { entityType: 'DEVICE', entityId: id }, query })
      const writes = data.filter(({ actionData }) => JSON.stringify(actionData).includes('"P1_HH":"1"'))
      expect([id, writes.length]).toEqual([id, 1])
    }
  })

  test('is sent by the command, seen on the street, broken off, gone on with, and reported', async () => {
    const rolloutId = await makeRollout('Rollout 2', {
      ...{ kind: 'mode', values: { Mode: 0 }, groupSize: 2, stopAfter: 1 },
    })
    const first = startGreenwave(greenwave('run', rolloutId), account())
    await first.says(/[1-9] seen on the street/)
    first.signal('SIGINT')
    expect(await first.ended).toMatchObject({ code: 1, stderr: expect.stringMatching(/goes on with it\n$/) })
    let ended = await runGreenwave(greenwave('run', rolloutId), account())
    expect([ended.code, ended.stdout]).toEqual([1, expect.stringMatching(/^stopped: .+ failed/m)])
    while (ended.code !== 0) ended = await runGreenwave(greenwave('run', rolloutId), account())
    expect(ended.stdout).toMatch(/^Mode flashing\n/)
    expect(ended.stdout).toMatch(/^TLC-0: seen on the street$/m)
    expect(ended.stdout).toMatch(/^TLC-4: waiting$/m)
    expect(ended.stdout).toMatch(/^over: 5 seen on the street, 1 waiting, 2 failed$/m)
    const listed = await runGreenwaveHere(greenwave('list'), account())
    expect(listed.stdout).toContain(`${rolloutId}  over: 5 seen on the street`)
  })

  test('of splits is over with the report of an actuated junction: its greens cannot show them', async () => {
    const actuated = ids.filter((_, nth) => SHOWS[nth]?.actuated)
    // Mode 4 lets a program run, whose splits the greens of the others would show.
    for (const id of actuated) await admin.writeAttributes(id, 'SHARED_SCOPE', { Mode: 4 })
    const draft = { kind: 'settings', values: { Pr1_X3: 14 }, groupSize: 3, stopAfter: 1 } as const
    const ended = await runGreenwave(greenwave('run', await makeRollout('Rollout 4', draft, actuated)), account())
    expect(ended.stdout).toMatch(/^over: 1 applied$/m)
  })

  test('that is none is refused', async () => {
    const { asset } = await openRollout(admin.call, await makeRollout('Rollout 3', { ...CLOCK }))
    const other = await admin.call('saveAsset', { body: { name: 'Street', type: 'corridor' } })
    const shown = await runGreenwaveHere(greenwave('show', other.id.id), account())
    expect(shown).toMatchObject({ code: 2, stderr: 'greenwave: ID: Street is no rollout that can be gone on with\n' })
    const asked = await runGreenwaveHere(greenwave('stop', asset.id.id), account())
    expect([asked.code, (await openRollout(admin.call, asset.id.id)).rollout.asked]).toEqual([0, 'stop'])
  })
})

const CLOCK = { kind: 'clock', values: {}, groupSize: 10, stopAfter: 1 } as const
