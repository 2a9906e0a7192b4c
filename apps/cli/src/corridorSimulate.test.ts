/** @file `greenwave corridor simulate` as its users see it. SUMO is a program of the tests; `npm run bench -- trafficModel` runs the true one. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderOfTests } from '@greenwave/harness/ofTest'
import { greenwaveHere } from '@greenwave/harness/greenwaveHere'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runCommandLine } from './commandLine.ts'

const runGreenwaveHere = greenwaveHere(runCommandLine)

/** Answers like SUMO: a vehicle of the street loses 40 s before and 20 s after, and 2 s more with each further seed. */
const SUMO = `
const { readFileSync, writeFileSync } = require('node:fs')
const args = process.argv.slice(2)
const of = (name) => args[args.indexOf(name) + 1]
if (args[0] === '--version') return console.log('Eclipse SUMO sumo Version 9.8.7')
if (!readFileSync('network.net.xml', 'utf8')) process.exit(1)
const lost = (of('-c') === 'before.sumocfg' ? 40 : 20) + 2 * Number(of('--seed'))
const trip = (id, timeLoss) => '<tripinfo id="' + id + '" depart="900" departDelay="0" arrival="990" duration="' + (60 + timeLoss) + '" waitingCount="1" timeLoss="' + timeLoss + '"/>'
writeFileSync(of('--tripinfo-output'), '<tripinfos>' + trip('outbound.car.0', lost) + trip('side.northbound1.car.0', 30) + '</tripinfos>')
`
const NETCONVERT = `
if (process.env.NO_NETWORK) { console.error('Error: no network today'); process.exit(1) }
require('node:fs').writeFileSync('network.net.xml', '<net/>')
`

const A = { name: 'A', position: 0, outbound: { green: 30, start: 0 }, inbound: { green: 30, start: 0 } }
const B = { ...A, name: 'B', position: 200, speed: { outbound: 36, inbound: 36 } }
const STREET = { cycle: 60, junctions: [A, B] }
const NO_SUMO = { SUMO_HOME: '', PATH: '/nowhere' }

const folder = folderOfTests()
let out: string
const withSumo = { SUMO_HOME: '', PATH: '/nowhere' }
beforeAll(() => {
  mkdirSync(join(folder, 'bin'))
  for (const [name, text] of Object.entries({ sumo: SUMO, netconvert: NETCONVERT })) {
    writeFileSync(join(folder, 'bin', name), `#!${process.execPath}\n${text}`)
    chmodSync(join(folder, 'bin', name), 0o755)
  }
  withSumo.SUMO_HOME = folder
})
beforeEach(() => {
  out = mkdtempSync(join(folder, 'model-'))
})

function simulate(content: unknown, env: Readonly<Record<string, string>>, ...flags: readonly string[]) {
  const file = join(folder, 'street.json')
  writeFileSync(file, JSON.stringify(content))
  return runGreenwaveHere(['corridor', 'simulate', file, '--out', out, ...flags], env)
}

describe('where SUMO is installed', () => {
  it('compares both plans seed by seed', async () => {
    const { code, stdout } = await simulate(STREET, withSumo, '--seeds', '3')
    expect(code).toBe(0)
    expect(stdout).toContain('SUMO 9.8.7, 3 seeds, 60 min each')
    expect(stdout).toMatch(/outbound: delay, s +44\.00 ± 4\.97 +24\.00 ± 4\.97 +-20\.00 ± 0\.00 +-45 %/)
    expect(stdout).toMatch(/side streets: delay, s +30\.00 ± 0\.00 +30\.00 ± 0\.00 +0\.00 ± 0\.00 +may be chance/)
    expect(stdout).not.toContain('fuller than')
  })

  it('prints the same as JSON', async () => {
    const { stdout } = await simulate(STREET, withSumo, '--seeds', '2', '--motorcycles', '40', '--json')
    expect(JSON.parse(stdout)).toMatchObject({
      sumo: '9.8.7',
      out,
      seeds: 2,
      demand: { outbound: 800, inbound: 800, side: 200, motorcycles: 0.4, lanes: 2, minutes: 60 },
      plans: { before: { cycle: 60 }, after: { cycle: 60, bands: { outbound: expect.any(Number) } } },
      comparison: { vehicles: 2, unfinished: { before: 0, after: 0 }, groups: [{ group: 'outbound' }, {}, {}] },
    })
  })

  it('passes on why SUMO refuses a model, and ends with 1', async () => {
    const { code, stderr } = await simulate(STREET, { ...withSumo, NO_NETWORK: 'yes' })
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'greenwave: netconvert failed: Error: no network today\n' })
  })
})

describe('without SUMO', () => {
  it('writes the files, and says so', async () => {
    const { code, stdout, stderr } = await simulate(STREET, NO_SUMO)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(`SUMO is not installed: nothing was run. The files of the model are in ${out}.`)
    expect(readdirSync(out)).toEqual(expect.arrayContaining(['before.sumocfg', 'after.sumocfg', 'network.netccfg']))
  })

  it('replaces no files unless it may', async () => {
    writeFileSync(join(out, 'letter.txt'), 'Dear …')
    const { code, stderr } = await simulate(STREET, NO_SUMO)
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining(`${out}: is not empty: add --overwrite`),
    })
    expect(readdirSync(out)).toEqual(['letter.txt'])
    expect((await simulate(STREET, NO_SUMO, '--overwrite')).code).toBe(0)
    expect(readdirSync(out)).toContain('letter.txt')
  })
})

describe('what cannot be modelled', () => {
  it.each<[what: string, flags: readonly string[], words: string]>([
    [
      'no number',
      ['--outbound', 'many'],
      "'--outbound <vehicles>' argument 'many' is invalid. give a whole number from 0 to 3600.",
    ],
    ['one seed', ['--seeds', '1'], "'--seeds <number>' argument '1' is invalid. give a whole number from 2 to 100."],
    ['no vehicles', ['--outbound', '0', '--inbound', '0', '--side', '0'], 'no vehicles: give --outbound'],
    [
      'too many',
      ['--side', '1800', '--outbound', '3600', '--inbound', '3600', '--minutes', '240'],
      '60000 vehicles would drive',
    ],
  ])('%s is refused with what to do, and nothing is written', async (_what, flags, words) => {
    const { code, stdout, stderr } = await simulate(STREET, NO_SUMO, ...flags)
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(words) })
    expect(readdirSync(out)).toEqual([])
  })

  it('blocks that are shorter than yellow and red clearance name the junction and the flags', async () => {
    const blocks = { cycle: 60, junctions: [A, { ...B, blocks: [33, 27] }] }
    expect((await simulate(blocks, NO_SUMO)).stderr).toContain('B: its blocks leave less than 3 s of yellow')
    expect((await simulate(blocks, NO_SUMO, '--clearance', '0')).code).toBe(0)
  })

  it('a street without a wave says why, and ends with 1', async () => {
    const { code, stdout } = await simulate({ cycle: 60, junctions: [A, { ...B, cycle: 45 }] }, NO_SUMO)
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining('B runs 45 s and the corridor 60 s') })
  })

  it('a wrong file says its line and field', async () => {
    const { code, stderr } = await simulate({ ...STREET, cycle: 'x' }, NO_SUMO)
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('line 1: cycle is "x"') })
  })
})
