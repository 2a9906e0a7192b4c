/** @file `greenwave route simulate` as its users see it. SUMO is a program of the tests; `npm run bench -- routeModel` runs the true one. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { greenwaveHere } from '@greenwave/harness/greenwaveHere'
import { folderOfTests } from '@greenwave/harness/ofTest'
import { beforeAll, expect, it } from 'vitest'
import { runCommandLine } from './commandLine.ts'

const runGreenwaveHere = greenwaveHere(runCommandLine)

/**
 * Answers like SUMO with TraCI: a vehicle drives 10 m a second, and stands before 500 and 900 m while J1 and J2 are not
 * green, by their own program or as they are switched. Another one waits 20 s longer where the route is held.
 */
const SUMO = `
const { createServer } = require('node:net')
const { readFileSync, writeFileSync } = require('node:fs')
const args = process.argv.slice(2)
const of = (name) => args[args.indexOf(name) + 1]
if (args[0] === '--version') return console.log('Eclipse SUMO sumo Version 9.8.7')
if (process.env.NO_RUN) { console.error('Error: no run today'); process.exit(1) }
const depart = Number(/depart="(\\d+)"/.exec(readFileSync(of('--route-files').split(',')[1], 'utf8'))[1])
const lights = {}
const programs = readFileSync('network.tll.xml', 'utf8').split('<tlLogic ').slice(1).map((text) => [
  /id="(\\w+)"/.exec(text)[1],
  [...text.matchAll(/duration="(\\d+)" state="(\\w+)"/g)].flatMap(([, seconds, letters]) => Array(Number(seconds)).fill(letters)),
])
const own = Object.fromEntries(programs)
const shown = (id, at) => lights[id] ?? own[id][at % own[id].length]
const stops = { J1: 500, J2: 900 }
let [second, at, lost, departed, arrived] = [0, 0, 0, false, false]
function step() {
  second += 1
  departed = second === depart + 1
  arrived = false
  if (second <= depart || at >= 1400) return
  const red = Object.keys(stops).some((id) => at < stops[id] && at + 10 >= stops[id] && shown(id, second - 1)[0] !== 'G')
  if (red) lost += 1
  else at += 10
  arrived = at >= 1400
}
const int = (value) => { const bytes = Buffer.alloc(4); bytes.writeInt32BE(value); return bytes }
const text = (value) => Buffer.concat([int(Buffer.byteLength(value)), Buffer.from(value)])
const block = (content) => Buffer.concat([Buffer.of(content.length + 1), content])
const texts = (is) => Buffer.concat([Buffer.of(0x0e), int(is ? 1 : 0), is ? text('route') : Buffer.alloc(0)])
function valueOf(variable) {
  if (variable === 0x74) return texts(departed)
  if (variable === 0x7a) return texts(arrived)
  const metres = Buffer.alloc(8)
  metres.writeDoubleBE(at)
  return Buffer.concat([Buffer.of(0x0b), metres])
}
function end() {
  const trip = (id, timeLoss) => '<tripinfo id="' + id + '" depart="' + depart + '" departDelay="0" arrival="990" duration="' + (140 + timeLoss) + '" waitingCount="' + (timeLoss ? 1 : 0) + '" timeLoss="' + timeLoss + '"/>'
  writeFileSync(of('--tripinfo-output'), '<tripinfos>' + trip('route', lost) + trip('side.northbound1.car.0', of('--tripinfo-output').startsWith('without') ? 30 : 50) + '</tripinfos>')
  process.exit(0)
}
if (!args.includes('--remote-port')) {
  while (second < 4800) step()
  end()
}
createServer((socket) => {
  socket.setNoDelay(true)
  socket.on('data', (bytes) => {
    const answers = []
    let isOver = false
    for (let begin = 4; begin < bytes.length; begin += bytes[begin]) {
      const command = bytes[begin + 1]
      answers.push(block(Buffer.concat([Buffer.of(command, 0), text('')])))
      if (command === 0x02) {
        do step()
        while (second < bytes.readDoubleBE(begin + 2))
        answers.push(int(0))
      }
      if (command === 0x7f) isOver = true
      if (command !== 0xc2 && command !== 0xab && command !== 0xa4) continue
      const id = bytes.subarray(begin + 7, begin + 7 + bytes.readInt32BE(begin + 3)).toString()
      if (command === 0xc2 && bytes[begin + 2] === 0x23) delete lights[id]
      else if (command === 0xc2) lights[id] = bytes.subarray(begin + 7 + id.length + 5, begin + bytes[begin]).toString()
      else answers.push(block(Buffer.concat([Buffer.of(command + 16, bytes[begin + 2]), text(id), valueOf(bytes[begin + 2])])))
    }
    const content = Buffer.concat(answers)
    // In pieces, as a network may bring it.
    socket.write(int(content.length + 4).subarray(0, 3))
    setImmediate(() => socket.write(Buffer.concat([int(content.length + 4).subarray(3), content]), () => { if (isOver) socket.end() }))
  })
  socket.on('close', end)
}).listen(Number(of('--remote-port')), '127.0.0.1')
`
const NETCONVERT = "require('node:fs').writeFileSync('network.net.xml', '<net/>')"

const A = { name: 'A', position: 0, outbound: { green: 30, start: 0 }, inbound: { green: 30, start: 0 } }
const B = { ...A, name: 'B', position: 400, speed: { outbound: 36, inbound: 36 }, offset: 20 }
const STREET = { cycle: 90, junctions: [A, B] }
const NO_SUMO = { SUMO_HOME: '', PATH: '/nowhere' }

const folder = folderOfTests()
const withSumo = { SUMO_HOME: folder, PATH: '/nowhere' }
beforeAll(() => {
  mkdirSync(join(folder, 'bin'))
  for (const [name, text] of Object.entries({ sumo: SUMO, netconvert: NETCONVERT })) {
    writeFileSync(join(folder, 'bin', name), `#!${process.execPath}\n${text}`)
    chmodSync(join(folder, 'bin', name), 0o755)
  }
})

function simulate(content: unknown, env: Readonly<Record<string, string>>, ...flags: readonly string[]) {
  const file = join(folder, 'street.json')
  writeFileSync(file, JSON.stringify(content))
  return runGreenwaveHere(['route', 'simulate', file, ...flags], env)
}

it('drives the vehicle without and with the route, seed by seed, and says what others pay', async () => {
  const { code, stdout, stderr } = await simulate(STREET, withSumo, '--seeds', '3', '--json')
  expect(JSON.parse(stdout || stderr)).toMatchObject({
    ...{ sumo: '9.8.7', seeds: 3, direction: 'outbound' },
    comparison: {
      groups: [
        { group: 'route', delay: { after: { mean: 0 } }, stops: { after: { mean: 0 } } },
        { group: 'side', delay: { change: { mean: 20, plusMinus: 0 } } },
        { group: 'all', delay: { before: { mean: 30 } } },
      ],
    },
    route: { late: { mean: 0 }, others: { mean: 20 } },
  })
  const { comparison, route } = JSON.parse(stdout)
  expect(code).toBe(0)
  expect(comparison.groups[0].delay.before.mean).toBeGreaterThan(10)
  // Asked 17 s before the vehicle, let go 30 m behind it.
  expect(route.held.mean).toBeGreaterThan(17)
  expect(route.held.mean).toBeLessThan(25)
})

it('prints a table, in the other direction, too', async () => {
  const { stdout } = await simulate(STREET, withSumo, '--seeds', '2', '--direction', 'inbound')
  expect(stdout).toContain('SUMO 9.8.7, 2 seeds, the vehicle inbound, 10 min each')
  expect(stdout).toMatch(/the vehicle: delay, s +\d/)
  expect(stdout).toMatch(/side streets: delay, s +30\.00 ± 0\.00 +50\.00 ± 0\.00 +\+20\.00 ± 0\.00 +\+67 %/)
  expect(stdout).toContain('All others together: +20.00 ± 0.00 s of delay.')
})

it.each<[string, unknown, Readonly<Record<string, string>>, readonly string[], number, string]>([
  ['SUMO is missing', STREET, NO_SUMO, [], 1, 'SUMO is not installed: install it (Debian: apt install sumo'],
  ['SUMO fails', STREET, { ...withSumo, NO_RUN: 'yes' }, [], 1, 'sumo failed: Error: no run today'],
  [
    'nothing is green in the direction',
    { ...STREET, junctions: [A, B].map((one) => ({ ...one, inbound: undefined })) },
    withSumo,
    ['--direction', 'inbound'],
    2,
    'no junction has a green inbound',
  ],
  ['the file is wrong', { ...STREET, cycle: 'x' }, withSumo, [], 2, 'line 1: cycle is "x"'],
])('says why where %s', async (_what, content, env, flags, exit, words) => {
  const { code, stdout, stderr } = await simulate(content, env, ...flags)
  expect({ code, stdout, stderr }).toEqual({ code: exit, stdout: '', stderr: expect.stringContaining(words) })
})
