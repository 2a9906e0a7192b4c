/** @file `greenwave corridor` as its users see it, and every example of docs/corridors.md and docs/examples as written there. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderOfTests } from '@greenwave/harness/ofTest'
import { greenwaveHere } from '@greenwave/harness/greenwaveHere'
import { describe, expect, it } from 'vitest'
import { runCommandLine } from './commandLine.ts'

const runGreenwaveHere = greenwaveHere(runCommandLine)

const PAGE = readFileSync(new URL('../../../docs/corridors.md', import.meta.url), 'utf8')
const EXAMPLES = new URL('../../../docs/examples/corridors/', import.meta.url)
const EXAMPLE = /```json\n(.*?)\n```\n\n```\n\$ greenwave corridor (plan|band) street\.json\n(.*?)\n```/gs

const folder = folderOfTests()

async function corridor(command: string, content: unknown, ...flags: string[]) {
  const file = join(folder, 'street.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  const { code, stdout, stderr } = await runGreenwaveHere(['corridor', command, file, ...flags])
  return { code, stdout, stderr: stderr.replaceAll(file, 'street.json') }
}

const bothWays = (green: number, start = 0) => ({ outbound: { green, start }, inbound: { green, start } })
const A = { name: 'A', position: 0, ...bothWays(30) }
const B = { name: 'B', position: 300, speed: { outbound: 36, inbound: 36 }, ...bothWays(30) }
const STREET = { cycle: 60, junctions: [A, B] }

describe('the examples of the documents', () => {
  const onPage = [...PAGE.matchAll(EXAMPLE)].map(([, file, command, output]) => ({
    name: command,
    file,
    command,
    output,
  }))
  const read = (name: string): string => readFileSync(new URL(name, EXAMPLES), 'utf8').trimEnd()
  const inFolder = readdirSync(EXAMPLES)
    .filter((name) => name.endsWith('.txt'))
    .map((name) => {
      const [street, command] = name.split('.')
      return { name: street, file: read(`${street}.json`), command, output: read(name) }
    })
  const examples = [...onPage, ...inFolder]
  it('are all here', () => {
    expect(onPage).toHaveLength([...PAGE.matchAll(/^```json$/gm)].length)
    expect(examples.length).toBeGreaterThan(5)
  })

  it.each(examples)('$name prints the documented output', async ({ file, command, output }) => {
    const { code, stdout, stderr } = await corridor(command ?? '', file)
    expect((stdout + stderr).trimEnd()).toBe(output)
    expect(code).toBe(output?.startsWith('greenwave:') ? 2 : 0)
  })
})

describe('--json', () => {
  it('prints timings, bands and shares, and band finds the same for these timings', async () => {
    const planned = await corridor('plan', { ...STREET, objective: 'equal' }, '--json')
    expect({ code: planned.code, stderr: planned.stderr }).toEqual({ code: 0, stderr: '' })
    const result = JSON.parse(planned.stdout) as { junctions: { offset: number }[]; bands: unknown }
    expect(result).toEqual({
      cycle: 60,
      objective: 'equal',
      junctions: [
        { name: 'A', offset: expect.any(Number), outboundStart: 0, inboundStart: 0 },
        { name: 'B', offset: expect.any(Number), outboundStart: 0, inboundStart: 0 },
      ],
      bands: { outbound: 30, inbound: 30 },
      efficiency: 0.5,
      attainability: 1,
      exact: true,
      travel: { outbound: 30, inbound: 30 },
      links: [{ from: 'A', to: 'B', bands: { outbound: 30, inbound: 30 }, travel: { outbound: 30, inbound: 30 } }],
      findings: [
        expect.objectContaining({ code: 'smallestGreen', direction: 'outbound', junction: 'A', green: 30 }),
        expect.objectContaining({ code: 'smallestGreen', direction: 'inbound' }),
      ],
    })
    const junctions = STREET.junctions.map((one, index) => ({ ...one, offset: result.junctions[index]?.offset }))
    const band = await corridor('band', { ...STREET, junctions }, '--json')
    expect(JSON.parse(band.stdout)).toEqual(result)
  })

  it('has an order with phases, the gain of offsets, and a table of a list of cycles', async () => {
    const fixed = { offsets: false, blocks: [35, 25] }
    const file = {
      cycle: [60, 70],
      objective: 'outbound',
      junctions: [
        { ...A, ...fixed },
        { ...B, position: 200, ...fixed },
      ],
    }
    const result = JSON.parse((await corridor('plan', file, '--json')).stdout) as Record<string, unknown>
    expect(result).toMatchObject({
      cycle: 60,
      bands: { outbound: 25 },
      junctions: [
        { order: [1, 2], phaseStarts: [0, 35], outboundStart: 0 },
        { order: [2, 1], phaseStarts: [25, 0], outboundStart: 25 },
      ],
      withOffsets: { bands: { outbound: 30 } },
      cycles: [
        { cycle: 60, bands: { outbound: 25 } },
        { cycle: 70, efficiency: expect.any(Number) },
      ],
    })
  })

  it('has null for a direction that no junction serves', async () => {
    const oneWay = STREET.junctions.map((junction) => ({ ...junction, inbound: undefined }))
    const result = JSON.parse((await corridor('plan', { ...STREET, junctions: oneWay }, '--json')).stdout) as object
    expect(result).toMatchObject({ bands: { outbound: 30, inbound: null }, efficiency: 0.5, attainability: 1 })
  })
})

describe('a corridor without a wave', () => {
  it.each(['plan', 'band'])('%s says whose greens are actuated, and ends with 1', async (command) => {
    const file = { cycle: 60, junctions: [A, { ...B, actuated: true }] }
    const { code, stdout } = await corridor(command, file)
    expect(code).toBe(1)
    expect(stdout).toBe(
      'There is no green wave: the greens of B are actuated and have no position in the cycle. Leave B out, or run it with fixed greens.\n',
    )
    const { findings } = JSON.parse((await corridor(command, file, '--json')).stdout) as { findings: unknown }
    expect(findings).toMatchObject([{ code: 'actuated', junction: 'B' }])
  })

  it.each(['plan', 'band'])(
    '%s says in a sentence whose cycle differs, shows no band, and ends with 1',
    async (command) => {
      const file = { cycle: 60, junctions: [A, { ...B, cycle: 45 }] }
      const words =
        'There is no green wave: B runs 45 s and the corridor 60 s. Give it the same cycle, or half of it.\n'
      expect(await corridor(command, file)).toEqual({ code: 1, stdout: words, stderr: '' })
      const { code, stdout } = await corridor(command, file, '--json')
      expect(JSON.parse(stdout)).toMatchObject({
        junctions: [],
        bands: { outbound: 0, inbound: 0 },
        efficiency: 0,
        links: [],
      })
      expect(code).toBe(1)
    },
  )

  it('warns of a cycle that does not divide the day (V13)', async () => {
    const { code, stdout } = await corridor('plan', { ...STREET, cycle: 70 })
    expect(stdout).toContain(
      'A cycle of 70 s does not divide the day (V13): at midnight one cycle is cut to 20 s. 64 and 72 s divide it.',
    )
    expect(code).toBe(0)
  })

  it('names the junction that breaks the band', async () => {
    const junctions = [A, { ...B, position: 100, offset: 10 }, { ...B, name: 'C', position: 200, offset: 50 }]
    const { stdout } = await corridor('band', { cycle: 60, objective: 'outbound', junctions })
    expect(stdout).toContain('Outbound there is no band; without C there would be 30 s.')
  })
})

describe('a file that cannot be used', () => {
  it.each(['plan', 'band'])(
    '%s says line, field, value and what to do on standard error, and ends with 2',
    async (command) => {
      const text = JSON.stringify({ ...STREET, junctions: [A, { ...B, ofset: 3 }] }, null, 1)
      const words =
        'greenwave: street.json: line 31: junctions[1].ofset is no field of this file: see docs/corridors.md\n'
      expect(await corridor(command, text)).toEqual({ code: 2, stdout: '', stderr: words })
    },
  )

  it('refuses a file that is missing, and one that is longer than a megabyte', async () => {
    const missing = await runGreenwaveHere(['corridor', 'plan', join(folder, 'none.json')])
    expect(missing).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('none.json: cannot be read') })
    const long = await corridor('plan', ' '.repeat(1024 * 1024 + 1))
    expect(long).toEqual({ code: 2, stdout: '', stderr: 'greenwave: street.json: is longer than 1 MiB\n' })
  })
})
