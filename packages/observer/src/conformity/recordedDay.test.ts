/** @file A day of full countdowns, with its faults, changes and gaps, as it has been recorded since the second release. */
import { createHash } from 'node:crypto'
import { writeCycleRecord } from '@greenwave/contract/records/cycleRecords'
import { writeDaySums } from '@greenwave/contract/records/daySums'
import { expect, test } from 'vitest'
import { settingsFrom, settingsInForce } from '../recordedSettings.ts'
import { NOTHING_SET } from '../styles.ts'
import { RULES } from '../rules/table.ts'
import { alarmDetails } from '../rules/alarm.ts'
import { type History, play } from '../testing/history.ts'
import { record } from '../testing/record.ts'
import { SCENE_SETTINGS, Scene } from '../testing/scene.ts'
import { DISTORTIONS } from '../testing/stories.ts'
import { countDay } from './countDay.ts'

/** Midnight in the controllers' zone, epoch milliseconds. */
const MIDNIGHT = Date.UTC(2026, 10, 22, 17)
const DAY_MS = 86_400_000
const AFTER_FAULT_SECONDS = 400

/** Plan 1 runs program 1 of 80 s, plan 2 from 12:10 program 2 of 60 s, whose phase 3 has no green. */
const SETTINGS = { ...SCENE_SETTINGS, P2_ENT: 1, P2_HH: 12, P2_MM: 10, P2_Pr: 2 }

function fullDay(): Scene {
  const scene = new Scene(SETTINGS, MIDNIGHT)
  scene.run(1800)
  for (const [index, of] of Object.values(DISTORTIONS).entries()) {
    const phase = index % 3
    for (const seconds of [1, 3, 12, 240]) scene.run(seconds, of(phase)).run(AFTER_FAULT_SECONDS)
  }
  for (const seconds of [3, 5, 40]) {
    const still = scene.history.findLast((input) => input.kind === 'message')
    scene.run(seconds, () => (still?.kind === 'message' ? still.message.counts : null)).run(AFTER_FAULT_SECONDS)
  }
  for (const mode of [1, 4, 0, 4, 2, 4]) {
    scene.set({ Mode: mode })
    scene.run(1100)
  }
  for (const change of [{ Vang: 4, Do_cong: 1 }, { P1_Pr: 2, P2_Pr: 1 }, { P2_Pr: 0 }, { P2_Pr: 2, Pr2_X1: 26 }]) {
    scene.set(change)
    scene.run(600)
  }
  scene.takes = false
  scene.set({ Pr2_X2: 24 })
  scene.run(300).takes = true
  for (const ahead of [4, -12, 41, undefined, 0]) {
    scene.aheadSeconds = ahead
    scene.run(300)
  }
  scene.gap()
  scene.run(200).link(false)
  scene.silence(120).link(true)
  scene.run(900).silence(90)
  return scene.run((MIDNIGHT + DAY_MS - scene.nowMs) / 1000)
}

function settingsOf(history: History) {
  return history.flatMap((input) => {
    const inForce = input.kind === 'attributes' ? settingsInForce(input.attributes) : null
    return inForce ? [settingsFrom(inForce)] : []
  })
}

const digest = (values: readonly unknown[]): string =>
  createHash('sha256')
    .update(values.map((value) => `${JSON.stringify(value)}\n`).join(''))
    .digest('hex')

test('a day of full countdowns gives the incidents, cycles, records and figures of the second release, to the byte', () => {
  const { history } = fullDay()
  const { changes, cycles } = play(history, RULES, () => {}, NOTHING_SET)
  const windows = record(history, NOTHING_SET)
  const alarms = changes.map(({ kind, atMs, incident }) => [kind, atMs, incident, alarmDetails(incident)])
  const sums = countDay({
    ...{ dayMs: MIDNIGHT, fromMs: MIDNIGHT, untilMs: MIDNIGHT + DAY_MS },
    ...{ windows, events: [], incidents: [], settings: settingsOf(history) },
  })
  expect(new Set(changes.map(({ incident }) => incident.code)).size).toBe(14)
  expect({
    alarms: digest(alarms),
    cycles: digest(cycles),
    records: digest(windows.map(writeCycleRecord)),
    figures: digest([writeDaySums(sums)]),
  }).toEqual({
    alarms: '62b634affb0da1b2bf2c8052b4e1cbd309f300fe6b474a4b3fcffe1f85e333b4',
    cycles: '91fb4c76ef511a32b5b390f5707a7f63a8a318cdab65d81c2e021cfc73ec3b34',
    records: '1a15d85ec659468b1d266f9c3ad333b3ba3bccca7898fced3079aec78b829273',
    figures: '71d757e3e651435c075a66427a7aebac529d069b15863be2399c5fe9c6f743b9',
  })
})
