/** @file `greenwave calendar` as its users see it, and the example of docs/calendar.md as written there. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderOfTests } from '@greenwave/harness/ofTest'
import { greenwaveHere } from '@greenwave/harness/greenwaveHere'
import { describe, expect, it } from 'vitest'
import { runCommandLine } from './commandLine.ts'

const runGreenwaveHere = greenwaveHere(runCommandLine)
const PAGE = readFileSync(new URL('../../../docs/calendar.md', import.meta.url), 'utf8')
const [, EXAMPLE = '', OUTPUT] = /```json\n(.*?)\n```\n\n```\n\$ .*?\n(.*?)\n```/s.exec(PAGE) ?? []

const folder = folderOfTests()

function fileOf(name: string, content: string): string {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

async function calendar(command: string, content: string, ...flags: string[]) {
  const { code, stdout, stderr } = await runGreenwaveHere([
    'calendar',
    command,
    fileOf('calendar.json', content),
    ...flags,
  ])
  return { code, stdout, stderr: stderr.replaceAll(`${folder}/`, '') }
}

const fresh = async () => (await runGreenwaveHere(['calendar', 'new'])).stdout

describe('calendar show', () => {
  it('prints what a day sends, as documented', async () => {
    const { code, stdout } = await calendar('show', EXAMPLE, '--day', '2026-11-27')
    expect(stdout.trimEnd()).toBe(OUTPUT)
    expect(code).toBe(0)
    expect((await calendar('show', EXAMPLE, '--day', '2026-11-28')).stdout).toContain('nothing is sent')
  })

  it('prints a year by kind with lunar dates, and what may have been forgotten', async () => {
    const { stdout } = await calendar('show', await fresh(), '--year', '2030')
    expect(stdout).toContain('t  Tết: 5 days')
    // Tết 2030 is a day before the Chinese new year.
    expect(stdout).toMatch(/^28w 25 +29w 26 +30w 27 +31w 28\n\n2030-02\n.*\n +1t 29\/12 +2t 1\/1 +3t 2\n/m)
    expect(stdout).not.toContain('forgotten')
    const forgotten = (await calendar('show', EXAMPLE, '--year', '2026')).stdout
    expect(forgotten).toContain('2026-09-02 Wed is National Day, and runs working by the rule for its weekday')
  })

  it('adds dates, and prints them as a calendar and as iCalendar', async () => {
    const dates = fileOf('dates.csv', 'date,name\n2026-12-24,Giáng sinh\n')
    const { stdout } = await calendar('show', EXAMPLE, '--dates', dates, '--kind', 'market', '--json')
    const added = JSON.parse(stdout)
    expect(added.calendar.rules[0]).toEqual({ on: 'date', date: '2026-12-24', kind: 'market', name: 'Giáng sinh' })
    expect(added.junctions).toEqual(JSON.parse(EXAMPLE).junctions)
    const ics = (await calendar('show', stdout, '--ics', '--year', '2026')).stdout
    const again = await calendar('show', EXAMPLE, '--dates', fileOf('again.ics', ics), '--year', '2026')
    expect(again.stdout).toContain('Market: Giáng sinh, 2026-12-24: 1 day')
  })

  it('refuses a file, an option and dates that cannot be used', async () => {
    expect(await calendar('show', '{}')).toMatchObject({ code: 2, stdout: '' })
    for (const flags of [
      ['--year', '26'],
      ['--day', '2026-02-30'],
      ['--dates', fileOf('a.csv', 'date\n'), '--kind', 'feast'],
    ])
      expect((await calendar('show', EXAMPLE, ...flags)).stderr).toContain(
        flags.includes('feast') ? '--kind is "feast"' : flags[0],
      )
  })
})

describe('calendar check', () => {
  it('finds nothing in a calendar that begins with the presets', async () => {
    expect(await calendar('check', await fresh(), '--year', '2027')).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  it('names line, member, value and fix of each problem', async () => {
    const wrong = EXAMPLE.replace('"days": [1,', '"days": [0,').replace('"P1_HH": 4', '"P1_HH": 24')
    const { code, stdout } = await calendar('check', wrong, '--year', '2026')
    expect(stdout.split('\n').slice(0, -1)).toEqual([
      'error line 13: calendar.rules[1].days[0] is 0: give a whole number from 1 to 7',
      'error line 21: junctions[0].kinds.market.P1_HH (V1): Plan 1 hour is 24; allowed is 0 to 23.',
    ])
    expect(code).toBe(1)
    const feast = EXAMPLE.replace('"market": {', '"feast": {')
    expect((await calendar('check', feast)).stdout).toContain('kinds.feast is no kind of the calendar')
    const strange = EXAMPLE.replaceAll('"P1_MM"', '"Vang"').replace('["TLC-0001"]', '["TLC-9"]')
    expect((await calendar('check', strange)).stdout).toContain('kinds.working.Vang is not a setting of plans')
    expect((await calendar('check', strange)).stdout).toContain(
      'rules[0].junctions[0] is "TLC-9": no junction has this name',
    )
  })

  it('checks the settings of a kind beside the others of the junction', async () => {
    const settings =
      '"name": "TLC-0001", "settings": { "Vang": 3, "Do_cong": 2, "Pr1_X1": 30, "Pr1_X2": 20, "Start_Pr1_X2": 10 },'
    const { stdout } = await calendar('check', EXAMPLE.replace('"name": "TLC-0001",', settings), '--year', '2026')
    expect(stdout).toMatch(/warning line \d+: junctions\[0\]\.kinds\.working\.Start_Pr1_X2 \(V4\)/)
  })

  it('reports days without a rule, and the problems of dates with their lines', async () => {
    const none = EXAMPLE.replace('[1, 2, 3, 4, 5, 6, 7]', '[1, 2, 3, 4, 5, 6]')
    expect((await calendar('check', none, '--year', '2026')).stdout).toContain('warning 2026-01-04 Sun has no rule')
    const dates = fileOf('dates.csv', 'date,kind\n2026-02-30,market\n')
    const { stdout } = await calendar('check', EXAMPLE, '--dates', dates)
    expect(stdout).toContain('dates.csv: line 2, date: "2026-02-30" is not a date')
  })
})
