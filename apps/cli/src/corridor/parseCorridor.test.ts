import { describe, expect, it } from 'vitest'
import { CorridorRefused, parseCorridor } from './parseCorridor.ts'
import { bandResult, planResult } from './result.ts'

/** Returns the words with which a command refuses a file. */
function refusal(command: string, content: unknown): string {
  try {
    const read = parseCorridor(typeof content === 'string' ? content : JSON.stringify(content))
    if (command === 'band') bandResult(read)
    else planResult(read, () => {})
  } catch (error) {
    expect(error).toBeInstanceOf(CorridorRefused)
    return (error as CorridorRefused).message
  }
  throw new Error('the file was taken')
}

const bothWays = (green: unknown, start = 0) => ({ outbound: { green, start }, inbound: { green, start } })
const A = { name: 'A', position: 0, ...bothWays(30) }
const B = { name: 'B', position: 300, speed: { outbound: 36, inbound: 36 }, ...bothWays(30) }
const STREET = { cycle: 60, junctions: [A, B] }

describe('a file that cannot be used: line, field, value and what to do', () => {
  const lines = (...rows: string[]) => rows.join('\n')
  it.each<[what: string, command: string, content: unknown, words: string]>([
    ['no JSON', 'plan', lines('{', '  "cycle": 90', '  "junctions": []', '}'), 'line 3: is no JSON: comma expected'],
    ['nothing', 'plan', '', 'line 1: is no JSON: value expected'],
    ['comments', 'plan', lines('{', '// no', '}'), 'line 2: is no JSON: invalid comment token'],
    ['brackets without end', 'plan', '['.repeat(200_000), 'line 1: is nested too deeply'],
    ['a list', 'plan', '[]', 'line 1: the file is []: give an object such as {"cycle": 90, "junctions": [...]}'],
    [
      'a missing field',
      'plan',
      { junctions: [A, B] },
      'line 1: cycle is missing: give a whole number of seconds from 1 to 300, or a list',
    ],
    [
      'a field twice',
      'plan',
      lines('{"cycle": 90,', '"cycle": 60, "junctions": []}'),
      'line 2: cycle is given twice: leave one out',
    ],
    [
      'a wrong field',
      'plan',
      { ...STREET, junctions: [A, { ...B, ofset: 3 }] },
      'junctions[1].ofset is no field of this file',
    ],
    ['a fraction', 'plan', { ...STREET, cycle: 90.5 }, 'cycle is 90.5: give a whole number of seconds from 1 to 300'],
    [
      'a text',
      'plan',
      { ...STREET, junctions: [A, { ...B, ...bothWays('9') }] },
      'junctions[1].outbound.green is "9": give a whole number',
    ],
    ['one junction', 'plan', { ...STREET, junctions: [A] }, 'give a list of 2 to 50 junctions'],
    [
      '51 junctions',
      'plan',
      { ...STREET, junctions: Array.from({ length: 51 }, (_, index) => ({ ...B, position: index })) },
      'give a list of 2 to 50 junctions',
    ],
    [
      '51 cycles',
      'plan',
      { ...STREET, cycle: Array.from({ length: 51 }, (_, index) => 60 + index) },
      'a list of up to 50 of them',
    ],
    [
      'four phases',
      'plan',
      { ...STREET, junctions: [A, { ...B, blocks: [15, 15, 15, 15] }] },
      'junctions[1].blocks is [15,15,15,15]: give a list of the seconds of 1 to 3 phases',
    ],
    [
      'no weights',
      'plan',
      { ...STREET, objective: { outbound: 0, inbound: 0 } },
      'objective is {"outbound":0,"inbound":0}: give "equal"',
    ],
    [
      'a position that does not rise',
      'plan',
      { ...STREET, junctions: [A, { ...B, position: 0 }] },
      'junctions[1].position is 0: give more than 0',
    ],
    [
      'no speed',
      'plan',
      { ...STREET, junctions: [A, { ...B, speed: { outbound: 36 } }] },
      'junctions[1].speed.inbound is missing: give the km/h',
    ],
    [
      'no green',
      'plan',
      {
        ...STREET,
        junctions: [
          { name: 'A', position: 0 },
          { name: 'B', position: 9 },
        ],
      },
      'junctions have no green',
    ],
    [
      'an unserved objective',
      'plan',
      {
        ...STREET,
        objective: 'inbound',
        junctions: [
          { ...A, inbound: undefined },
          { ...B, inbound: undefined },
        ],
      },
      'objective is "inbound", but no junction has a green in this direction',
    ],
    [
      'a green above the cycle',
      'plan',
      { ...STREET, cycle: 20 },
      'junctions[0].outbound.green is 30: give at most the cycle, 20 s',
    ],
    [
      'a start beyond the cycle',
      'plan',
      { ...STREET, junctions: [A, { ...B, ...bothWays(30, 60) }] },
      'junctions[1].outbound.start is 60: give 0 to 59',
    ],
    [
      'blocks above the cycle',
      'plan',
      { ...STREET, junctions: [A, { ...B, blocks: [40, 30] }] },
      'junctions[1].blocks take 70 s: give at most the cycle, 60 s',
    ],
    [
      'a green in no block',
      'plan',
      { ...STREET, junctions: [A, { ...B, blocks: [20, 40] }] },
      'junctions[1].blocks do not hold the greens',
    ],
    [
      'an offset beyond the cycle',
      'band',
      { ...STREET, junctions: [A, { ...B, offset: 60 }] },
      'junctions[1].offset is 60: give 0 to 59',
    ],
    [
      'an offset that cannot be',
      'band',
      { ...STREET, junctions: [A, { ...B, offset: 5, offsets: false }] },
      'junctions[1].offset is 5, but offsets is false',
    ],
  ])('%s', (_what, command, content, words) => {
    const said = refusal(command, content)
    expect(said).toContain(words)
    expect(said).toMatch(/^line \d+: /)
  })

  it('names every problem, but no more than twenty', () => {
    const junctions = Array.from({ length: 30 }, () => ({ name: '', position: 0 }))
    const said = refusal('plan', { ...STREET, junctions })
    expect(said.split('\n')).toHaveLength(21)
    expect(said).toContain('and 10 more')
  })

  it('says the line of the field, of the junction that lacks it, and of the second of two', () => {
    const text = JSON.stringify({ cycle: 0, junctions: [A, { ...B, position: undefined }] }, null, 1)
    const [cycle, position] = refusal('plan', text).split('\n')
    expect(cycle).toContain('line 2: cycle is 0')
    expect(position).toContain('line 16: junctions[1].position is missing')
  })

  it('shows no control characters of the file, and no long ones whole', () => {
    const said = refusal('plan', { ...STREET, ['\u001b[2Jx'.repeat(50)]: 1, cycle: 'x'.repeat(500) })
    expect(said).toContain('u001b')
    expect(said).not.toContain('\u001b')
    expect(said.length).toBeLessThan(500)
  })
})
