import { settingsWith } from '../settingTable/table.ts'
import { expect, test } from 'vitest'
import { secondsAhead } from './deviceClock.ts'
import { parseFault } from './faults.ts'
import {
  keysToAnswer,
  offController,
  powerOn,
  reportOf,
  takePush,
  takeRead,
  tick,
  wantsConnection,
  withFaults,
} from './virtualController.ts'

const NOW = 1_800_000_000
const SETTINGS = { Mode: 4, Vang: 3, Do_cong: 2, Plan_total: 1, P1_ENT: 1, P1_Pr: 1, Pr1_X1: 30 }
const OLD_TIME = { Day: 1, Month: 1, Year: 2020, Hour: 0, Minute: 0, Second: 0 }
const running = (...faults: string[]) => powerOn(takeRead(offController(faults.map(parseFault), NOW), SETTINGS), NOW)

test('(R17) a restarted controller reads its settings again and takes no old time with them', () => {
  const restarted = powerOn(takeRead(offController([], NOW), { ...SETTINGS, ...OLD_TIME }), NOW)
  expect(secondsAhead(restarted.clock, NOW)).toBe(0)
  expect(reportOf(restarted)).toMatchObject({ Vang: 3 })
})

test('(R17) a time that is pushed is taken', () => {
  expect(secondsAhead(takePush(running(), OLD_TIME, NOW).clock, NOW)).toBeLessThan(0)
})

test('a pushed setting is reported; with ignore-settings it is not, and with wrong-settings another value is', () => {
  expect(reportOf(takePush(running(), { Vang: 5 }, NOW))).toMatchObject({ Vang: 5 })
  expect(reportOf(takePush(running('ignore-settings'), { Vang: 5 }, NOW))).toMatchObject({ Vang: 3 })
  expect(reportOf(takePush(running('wrong-settings'), { Vang: 5 }, NOW))).toMatchObject({ Vang: 6 })
  expect(reportOf(takePush(running('no-report'), { Vang: 5 }, NOW))).toEqual({})
})

test('one that refuses settings keeps its own and answers with them; one that ignores them answers nothing (R14) (R15)', () => {
  const push = { Vang: 5, Mode: 1 }
  const refusing = takePush(running('refuse-settings'), push, NOW)
  expect(reportOf(refusing)).toMatchObject({ Vang: 3, Mode: 4 })
  expect(keysToAnswer(refusing, push)).toEqual(['Vang'])
  expect(keysToAnswer(running('ignore-settings'), push)).toEqual([])
  expect(keysToAnswer(takePush(running(), push, NOW), push)).toEqual(['Vang'])
})

test('one that ignores settings and has its own in memory takes none of the platform, whether read or pushed, before or after a restart (R15)', () => {
  const kept = { ...SETTINGS, Vang: 4 }
  const powered = () => powerOn(offController([parseFault('ignore-settings')], NOW, kept), NOW)
  const deaf = takePush(takeRead(powered(), SETTINGS), { Vang: 5 }, NOW)
  expect(reportOf(deaf)).toMatchObject({ Vang: 4 })
  expect(reportOf(takeRead(powered(), { ...SETTINGS, Vang: 5 }))).toMatchObject({ Vang: 4 })
})

test('settings of the platform replace its own', () => {
  const powered = powerOn(offController([], NOW, { ...SETTINGS, Vang: 4 }), NOW)
  expect(reportOf(takeRead(powered, SETTINGS))).toMatchObject({ Vang: 3 })
})

test('(R19) one that can be offset says so, takes offsets and runs by them; another knows nothing of them', () => {
  const able = powerOn(takeRead(offController([], NOW, {}, settingsWith(['offset'])), SETTINGS), NOW)
  expect(reportOf(able)).toMatchObject({ Offset_Pr1: 0, Offset_Pr6: 0 })
  const pushed = takePush(able, { Offset_Pr1: 7 }, NOW)
  expect(reportOf(pushed)).toMatchObject({ Offset_Pr1: 7, Offset_Pr2: 0 })
  const anew = (state: typeof able) => powerOn({ ...state, engine: null }, NOW).engine?.stage
  const [before, after] = [anew(able), anew(pushed)]
  const { cycle, second } = before?.kind === 'cycling' ? before : { cycle: 0, second: 0 }
  expect(cycle).toBe(35)
  expect(after).toMatchObject({ second: (second - 7 + cycle) % cycle })
  const other = takePush(running(), { Offset_Pr1: 7 }, NOW)
  expect(Object.keys(reportOf(other)).filter((key) => key.startsWith('Offset'))).toEqual([])
  expect(other.settings.optional).toBeUndefined()
})

test('a drifting clock gains its seconds per minute', () => {
  expect(secondsAhead(tick(running('clock-drift:2'), NOW + 300).clock, NOW + 300)).toBe(10)
})

test('a flapping controller connects and disconnects in turns; an offline one never connects', () => {
  const flapping = running('flapping:20/40')
  expect([0, 19, 20, 59, 60].map((second) => wantsConnection(flapping, NOW + second))).toEqual([
    true,
    true,
    false,
    false,
    true,
  ])
  expect(wantsConnection(running('offline'), NOW)).toBe(false)
})

test('a clock that is put forward stays so while other faults come and go, and jumps again only when told anew', () => {
  const jump = parseFault('clock-jump:40')
  const ahead = running('clock-jump:40')
  const busy = withFaults(ahead, [jump, parseFault('all-red')], NOW)
  const over = withFaults(busy, [], NOW)
  const again = withFaults(over, [jump], NOW)
  expect([ahead, busy, over, again].map(({ clock }) => secondsAhead(clock, NOW))).toEqual([40, 40, 40, 80])
})

test('a clock that is off is off whatever time it is given, and right again when that is over', () => {
  const off = running('clock-off:40')
  const drifting = withFaults(off, [parseFault('clock-off:40'), parseFault('clock-drift:60')], NOW)
  expect([off, drifting].map(({ clock }) => secondsAhead(clock, NOW))).toEqual([40, 40])
  const given = takePush(off, OLD_TIME, NOW)
  const over = withFaults(given, [], NOW)
  expect(secondsAhead(given.clock, NOW) - secondsAhead(over.clock, NOW)).toBe(40)
  expect(secondsAhead(withFaults(off, [], NOW).clock, NOW)).toBe(0)
})
