import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderOfTest } from '@greenwave/harness/ofTest'
import { greenwaveHere } from '@greenwave/harness/greenwaveHere'
import { runGreenwave } from '@greenwave/harness/greenwaveProcess'
import { beforeEach, describe, expect, test } from 'vitest'
import { runCommandLine } from './commandLine.ts'

const runGreenwaveHere = greenwaveHere(runCommandLine)

let folder: string
beforeEach(() => {
  folder = folderOfTest()
})

/** Programs of their own always run in a process of their own. */
const isSibling = ([command = '']: readonly string[]) => ['controllers', 'watch'].includes(command)

describe('help', () => {
  test.each([
    [['controllers', '--help'], 'Usage: greenwave controllers'],
    [['check', '--help'], 'Usage: greenwave check'],
    [['corridor', '--help'], 'Usage: greenwave corridor'],
    [['corridor', 'plan', '--help'], 'Usage: greenwave corridor plan'],
    [['corridor', 'band', '--help'], 'Usage: greenwave corridor band'],
    [['corridor', 'simulate', '--help'], 'Usage: greenwave corridor simulate'],
    [['calendar', '--help'], 'Usage: greenwave calendar'],
    [['calendar', 'show', '--help'], 'Usage: greenwave calendar show'],
    [['calendar', 'check', '--help'], 'Usage: greenwave calendar check'],
    [['calendar', 'new', '--help'], 'Usage: greenwave calendar new'],
    [['export', '--help'], 'Usage: greenwave export'],
    [['verify', '--help'], 'Usage: greenwave verify'],
  ])('greenwave %j says how it is used, and ends with 0', async (args, usage) => {
    const { code, stdout, stderr } = await (isSibling(args) ? runGreenwave(args) : runGreenwaveHere(args))
    expect(stdout).toContain(usage)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })
})

describe('asked for wrongly: one line on standard error, and 2', () => {
  test.each<[args: string[], words: RegExp]>([
    [
      ['corridor', 'simulate', 'street.json', '--lanes', 'many'],
      /'--lanes <number>' argument 'many' is invalid.*from 1 to 6/,
    ],
    [['check', '/no/such/file.json'], /\/no\/such\/file\.json: cannot be read/],
    [['controllers', '--url', 'http://here', '--credentials', 'x'], /mqtt:\/\//],
    [['controllers', '--url', 'mqtt://127.0.0.1:1', '--credentials', '/no/such/file'], /cannot be read/],
  ])('%j', async (args, words) => {
    const { code, stdout, stderr } = await (isSibling(args) ? runGreenwave(args) : runGreenwaveHere(args))
    expect(stderr).toMatch(words)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  })
})

describe('check', () => {
  const SOUND = {
    Mode: 4,
    Vang: 3,
    Do_cong: 2,
    Plan_total: 1,
    P1_HH: 0,
    P1_MM: 0,
    P1_Pr: 1,
    P1_ENT: 1,
    Pr1_X1: 30,
    Pr1_X2: 20,
    Pr1_X3: 15,
    Start_Pr1_X1: 0,
    Start_Pr1_X2: 35,
    Start_Pr1_X3: 60,
  }
  const check = (name: string, content: string) => {
    mkdirSync(folder, { recursive: true })
    const file = join(folder, name)
    writeFileSync(file, content)
    return runGreenwaveHere(['check', file])
  }

  test('says nothing of sound settings and ends with 0', async () => {
    expect(await check('sound.json', JSON.stringify(SOUND))).toEqual({ code: 0, stdout: '', stderr: '' })
    // A file as an editor on another system may save it.
    expect(await check('marked.json', `\uFEFF${JSON.stringify(SOUND)}\r\n`)).toMatchObject({ code: 0, stdout: '' })
  })

  test('names each finding on a line of its own, warnings too, and ends with 1', async () => {
    const { code, stdout, stderr } = await check(
      'bad.json',
      JSON.stringify({ ...SOUND, Vang: 2, Start_Pr1_X2: 30, Pr1_X3: 3, P1_HH: 24, Mode: 'a\nb' }),
    )
    expect(code).toBe(1)
    expect(stderr).toBe('')
    const lines = stdout.split('\n')
    expect(lines.pop()).toBe('')
    expect(lines.map((line) => line.split(': ')[0])).toEqual([
      'error V1 Mode',
      'error V1 P1_HH',
      'warning V6 Vang',
      'warning V2 Pr1_X3',
      'warning V4 Start_Pr1_X2',
      'warning V7 Plan_total',
    ])
    expect(lines[2]).toBe('warning V6 Vang: Advice: yellow is 2 s, below 3 s, too short to stop from 40 km/h.')
  })

  test('a file with what is noted of the junction is checked by the limits of that junction, with the names of its phases', async () => {
    const gw_site = { phases: { 1: { name: 'Lê Lợi', speedKmh: 60, widthM: 0 }, 2: { crossingM: 25 } } }
    const { code, stdout } = await check('noted.json', JSON.stringify({ ...SOUND, gw_site }))
    expect(code).toBe(1)
    expect(stdout).toContain('warning gw_site phases.1.widthM: 0 makes no sense here and is left out')
    expect(stdout).toMatch(/warning V6 Vang: .*below the 4 s that phase 1 \(Lê Lợi\) needs here at 60 km\/h/)
    expect(stdout).toMatch(/warning V2 Pr\d_X2: .*people need here for a crossing of 25 m/)
  })

  test('a single warning ends with 1', async () => {
    const { code, stdout } = await check('warned.json', JSON.stringify({ ...SOUND, Do_cong: 1, Vang: 2 }))
    expect({ code, lines: stdout.trim().split('\n').length }).toEqual({ code: 1, lines: 1 })
  })

  test.each([
    ['no JSON', '{', 'is no JSON'],
    ['nothing', '', 'is no JSON'],
    ['a list', '[]', 'holds a list; an object of shared attributes is needed, such as {"Mode": 4}'],
    ['null', 'null', 'holds null; an object of shared attributes is needed'],
    [
      'settings of several junctions',
      JSON.stringify({ format: 'greenwave-settings', version: 1, junctions: [{ name: 'A', settings: SOUND }] }),
      'has the settings of several junctions; "settings import FILE" without --apply checks them',
    ],
    ['a text', '"Mode"', 'holds a string; an object of shared attributes is needed'],
  ])('a file that holds %s is refused with 2', async (_what, content, words) => {
    const { code, stdout, stderr } = await check('odd.json', content)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(`odd.json: ${words}`)
    expect(stderr.trim()).not.toContain('\n')
  })

  test('touches no file but the one it reads', async () => {
    await check('only.json', JSON.stringify(SOUND))
    expect(readdirSync(folder)).toEqual(['only.json'])
  })
})
