import { expect, test } from 'vitest'
import { DemoFaults } from './demoFaults.ts'

function demonstration() {
  const notified: string[] = []
  let nowMs = 1_700_000_000_000
  const faults = new DemoFaults(() => nowMs, 1)
  faults.begin(
    [
      { name: 'TLC-1', clientId: 'one', faults: [], takesTurns: true },
      { name: 'TLC-2', clientId: 'two', faults: ['clock-jump:40', 'clock-drift:2'], takesTurns: false },
    ],
    (name, list) => notified.push(`${name} ${list.join()}`),
  )
  const pass = (seconds: number): void => {
    for (let second = 0; second < seconds; second += 1) {
      nowMs += 1000
      faults.tick()
    }
  }
  return { faults, notified, pass }
}

test('a fault that somebody causes acts at once, beside those of its own, and ends by itself', () => {
  const { faults, notified, pass } = demonstration()
  faults.cause('two', 'all-red', 30)
  expect(notified).toEqual(['TLC-2 clock-jump:40,clock-drift:2,all-red'])
  pass(29)
  expect(faults.faultsOf('two')).toHaveLength(1)
  pass(1)
  expect([notified.at(-1), faults.faultsOf('two')]).toEqual(['TLC-2 clock-jump:40,clock-drift:2', []])
})

test('a fault that is caused again ends at the later word; the end ends all of them, and nothing is reported twice', () => {
  const { faults, notified, pass } = demonstration()
  faults.cause('two', 'all-red', 30)
  faults.cause('two', 'silent', 100)
  faults.cause('two', 'all-red', 60)
  pass(35)
  expect(faults.faultsOf('two')?.map(({ fault }) => fault)).toEqual(['all-red', 'silent'])
  faults.end('two')
  expect(faults.faultsOf('two')).toEqual([])
  expect(notified).toHaveLength(3)
})

test('a fault comes and goes by itself on a controller that takes turns, and not where somebody caused one', () => {
  const quiet = demonstration()
  quiet.pass(300)
  const own = quiet.notified.filter((line) => line.startsWith('TLC-1'))
  expect(own).toEqual([expect.stringMatching(/^TLC-1 .+/), 'TLC-1 ', expect.stringMatching(/^TLC-1 .+/), 'TLC-1 '])
  expect(quiet.notified).toHaveLength(4)
  const busy = demonstration()
  busy.faults.cause('one', 'off-plan', 200)
  busy.pass(150)
  expect(busy.notified).toEqual(['TLC-1 off-plan'])
})

test('a fault in turn that somebody ends does not come back in its turn', () => {
  const { faults, notified, pass } = demonstration()
  pass(60)
  expect(faults.faultsOf('one')).toHaveLength(1)
  faults.end('one')
  pass(60)
  expect(notified.slice(1)).toEqual(['TLC-1 '])
})

test('a controller that is not there has no faults', () => {
  const { faults, notified } = demonstration()
  faults.cause('three', 'silent', 30)
  faults.end('three')
  expect([faults.faultsOf('three'), notified]).toEqual([undefined, []])
})
