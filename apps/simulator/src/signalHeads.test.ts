import { parseDisplayStyle } from '@greenwave/controller/display'
import { ofPhase, PHASES } from '@greenwave/controller/controllerLimits'
import { LAMP_KEYS } from '@greenwave/controller/keys'
import { SCENE_SETTINGS } from '@greenwave/observer/testing/scene'
import { expect, test } from 'vitest'
import { parseFault } from '@greenwave/controller/virtual/faults'
import { FULL_AND_FIXED, parseActuated } from '@greenwave/controller/virtual/signalHeads'
import { telemetryMessages } from '@greenwave/controller/virtual/telemetryMessages'
import {
  type ControllerState,
  offController,
  powerOn,
  takeRead,
  tick,
} from '@greenwave/controller/virtual/virtualController'

/** 08:00 in the controllers' zone, the first second of a cycle of 80 s: greens 30, 20 and 15, yellow 3, red clearance 2. */
const EIGHT = Date.UTC(2026, 10, 22, 1) / 1000

function run(display: string, seconds: number, { actuated = '', faults = [] as readonly string[] } = {}) {
  const heads = { display: parseDisplayStyle(display) ?? FULL_AND_FIXED.display, actuated: parseActuated(actuated) }
  const off = offController(faults.map(parseFault), EIGHT, {}, undefined, heads)
  const states: ControllerState[] = [powerOn(takeRead(off, SCENE_SETTINGS), EIGHT)]
  while (states.length < seconds) states.push(tick(states.at(-1) ?? off, EIGHT + states.length))
  return states
}

/** Returns the values of one key that are sent second by second. */
function sent(states: readonly ControllerState[], key: string): readonly unknown[] {
  return states
    .flatMap((state) => telemetryMessages(state).map((message) => Object.entries(message)))
    .map((entries) => entries.find(([name]) => name === key)?.[1])
}

const zeros = (count: number) => Array.from({ length: count }, () => 0)
const ones = (count: number) => Array.from({ length: count }, () => 1)
const down = (from: number) => Array.from({ length: from }, (_, second) => from - second)

test.each([
  ['full', down(30), down(35)],
  ['last-8', [...ones(22), ...down(8)], [...ones(27), ...down(8)]],
  ['last-8-0', [...zeros(22), ...down(8)], [...zeros(27), ...down(8)]],
  [
    'last-5-99',
    [...Array.from({ length: 25 }, () => 99), ...down(5)],
    [...Array.from({ length: 30 }, () => 99), ...down(5)],
  ],
  ['none', ones(30), ones(35)],
])('%s: the values of a green of 30 s and of a red of 35 s', (display, green, red) => {
  const states = run(display, 80)
  expect(sent(states, 'T_X1')).toEqual([...green, ...zeros(50)])
  expect(sent(states, 'T_D2')).toEqual([...red, ...zeros(23), ...sent(states, 'T_D2').slice(58)])
})

test('a yellow that is shorter than what the display counts is counted from its first second', () => {
  expect(sent(run('last-8', 80), 'T_V1').slice(30, 33)).toEqual([3, 2, 1])
})

test('a lamp that counts nothing is sent as 1 on every display: held, flashing, not served', () => {
  for (const display of ['full', 'last-8', 'last-8-0', 'none', 'full+flash-3']) {
    const heads = { ...FULL_AND_FIXED, display: parseDisplayStyle(display) ?? FULL_AND_FIXED.display }
    const held = powerOn(
      takeRead(offController([], EIGHT, {}, undefined, heads), { ...SCENE_SETTINGS, Mode: 1 }),
      EIGHT,
    )
    expect(LAMP_KEYS.map((key) => sent([held], key)[0])).toEqual([0, 0, 1, 1, 0, 0, 1, 0, 0])
  }
})

test('actuated greens last between the limits, and longer with off-plan', () => {
  const greensOf = (states: readonly ControllerState[]) =>
    PHASES.flatMap((phase) => {
      const shown = states.map(({ engine }) => engine !== null && ofPhase(engine.lamps, phase).green > 0)
      return (
        shown
          .join('')
          .match(/(?<=false)(true)+(?=false)/g)
          ?.map((run) => run.length / 4) ?? []
      )
    })
  const greens = greensOf(run('last-8', 1200, { actuated: '8-40' }))
  expect(Math.min(...greens)).toBeGreaterThanOrEqual(8)
  expect(Math.max(...greens)).toBeLessThanOrEqual(40)
  expect(new Set(greens).size).toBeGreaterThan(5)
  expect(new Set(greensOf(run('last-8', 1200, { actuated: '8-40', faults: ['off-plan:5'] })))).toEqual(new Set([45]))
})

test('a lamp that flashes is dark in every other of its last seconds, and in no second of a hold', () => {
  expect(sent(run('full+flash-3', 80), 'T_X1').slice(25, 30)).toEqual([5, 4, 3, 0, 1])
})

test.each(['8', '40-8', '0-8', '8-1000', '8-40-50', ''])('"%s" are no limits of a green', (text) => {
  expect(parseActuated(text)).toBeUndefined()
})
