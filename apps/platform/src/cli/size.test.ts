import { expect, test } from 'vitest'
import { runGreenwaveHere } from '../testing/greenwaveHere.ts'
import { sizeLines } from './sizing/sizeLines.ts'
import { sizingOf } from './sizing/sizingOf.ts'

test('says that one machine carries a small city, which machine, and what comes next', async () => {
  const { code, stdout, stderr } = await runGreenwaveHere(['size', '--junctions', '1000', '--consoles', '5'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('1,000 junctions, a message a second each: 1,100 frames/s')
  expect(stdout).toMatch(/^processor of the platform +\d+ % +80 % +[\d,]+$/m)
  expect(stdout).toMatch(
    /^One machine carries it\. The next limit is the .+, at [\d,]+ junctions; a cluster is needed/m,
  )
  expect(stdout).toMatch(/^Machine: 2 cores, \d+ GB of memory, [\d,]+ GB of disk for 7 days of lamps and 400 days/m)
})

test('says what helps where a limit is full for which no cluster is needed', () => {
  const sizing = sizingOf({ junctions: 1000, consoles: 5, onScreen: 20, lampDays: 7, recordDays: 400 })
  const full = { what: 'memory of a watcher', used: 2, limit: 1, unit: 'MB', fullAt: 900, mend: 'more shares' }
  const lines = sizeLines({ ...sizing, limits: [{ ...full, needsCluster: false }] }).join('\n')
  expect(lines).not.toContain('does not carry')
  expect(lines).toContain('One machine carries it with more shares. The next limit is the memory of a watcher')
})

test('says of one what it says of many', async () => {
  const one = ['--junctions', '1', '--consoles', '1', '--on-screen', '1', '--lamp-days', '1', '--record-days', '1']
  const { stdout } = await runGreenwaveHere(['size', ...one])
  expect(stdout).toMatch(/^1 junction, a message a second each: .+ and 1 console of 1 junction$/m)
  expect(stdout).toContain('for 1 day of lamps and 1 day of records;')
})

test('says that a large city needs a cluster, and its parts', async () => {
  const { code, stdout } = await runGreenwaveHere(['size', '--junctions', '50000'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^One machine does not carry it: above [\d,]+ junctions a cluster is needed/m)
  expect(stdout).toContain('A ThingsBoard cluster that stores every second')
  expect(stdout).toMatch(/^MQTT transport, c5.large +24 +960$/m)
  expect(stdout).toMatch(/^all +[\d,]+$/m)
})
