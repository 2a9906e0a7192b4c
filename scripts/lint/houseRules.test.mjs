import { describe, expect, it } from 'vitest'
import { lintFiles } from '../lib/lintedFolder.mjs'

const PATH = 'apps/simulator/src/a.ts'
const saidOf = (content, path = PATH) => lintFiles({ [path]: content }).get(path)

/** Returns a file with this first line and this number of lines. */
const lines = (first, count) => `${first}\n${'export {}\n'.repeat(count - 1)}`

describe('a long file', () => {
  it('says on its first line why it is', () => {
    expect(saidOf(lines('export {}', 301)).join()).toMatch(/house\(long-files\): 301 lines: split the file/)
    expect(saidOf(lines('/** Rows of a table. */', 301)).join()).toContain('house(long-files)')
    expect(saidOf(lines('export {} // Long: one row a setting.', 301)).join()).toContain('house(long-files)')
    expect(saidOf(lines('/** Rows. Long: one row a setting. */', 301))).toEqual([])
  })

  it('has more than 300 lines, and is no test', () => {
    expect(saidOf(lines('export {}', 300))).toEqual([])
    expect(saidOf(lines('export {}', 301), 'apps/simulator/src/a.test.ts')).toEqual([])
  })
})

describe('whoever turns a check off', () => {
  it.each([
    '// oxlint-disable-next-line no-empty',
    '/* eslint-disable no-empty */',
    '// biome-ignore lint/suspicious/noConsole:',
    '// @ts-expect-error',
    '// @ts-ignore',
    '/* v8 ignore next */',
  ])('has to say why: %s', (comment) => {
    expect(saidOf(`${comment}\nexport const a = 1\n`).join()).toContain('does not say why')
  })

  it.each([
    '// oxlint-disable-next-line no-empty -- the port is closed on purpose',
    '// biome-ignore lint/suspicious/noConsole: an integrator looks there',
    '// @ts-expect-error the types of the library lack it',
    '// Nothing is turned off: oxlint-disable is a word here.',
  ])('may with a reason: %s', (comment) => {
    expect(saidOf(`${comment}\nexport const a = 1\n`).join()).not.toContain('does not say why')
  })
})

describe('a path of the wire', () => {
  it.each([
    "'/api/device'",
    '`\u0024{url}/api/device/\u0024{id}`',
    "'POST /api/auth/login'",
    "'http://localhost/api/users'",
  ])('is spelled in the contract alone: %s', (path) => {
    const content = `export const asked = (url, id) => [url, id, ${path}]\n`
    const said = lintFiles({
      'apps/console/src/data/a.ts': content,
      'apps/platform/soak/attacks/a.ts': content,
      'apps/platform/contract-tests/a.test.ts': content,
      'e2e/tests/a.spec.ts': content,
      'packages/contract/src/wire/calls/a.ts': content,
      'apps/platform/src/http/a.ts': content,
    })
    const refused = [...said].filter(([, lines]) => lines.join().includes('house(wire-paths)')).map(([file]) => file)
    expect(refused).toEqual([
      'apps/console/src/data/a.ts',
      'apps/platform/soak/attacks/a.ts',
      'apps/platform/contract-tests/a.test.ts',
      'e2e/tests/a.spec.ts',
    ])
  })
})

describe('an exported function', () => {
  it('that is named read reads a file, a database or a store', () => {
    const refused = saidOf('export const readHold = (value) => value\nexport function readMute() {}\n').join()
    expect(refused).toMatch(/house\(verbs\): readHold reads no file/)
    expect(refused).toContain('readMute reads no file')
    expect(saidOf("import 'node:fs'\nexport function readHold() {}\n")).toEqual([])
  })

  it('has the verb of the table, not another of the same meaning', () => {
    const content = 'export function makeHold() {}\nexport const canHold = () => true\nexport const makeup = 1\n'
    const refused = saidOf(content).join()
    expect(refused).toContain('makeHold: the verb is create')
    expect(refused).toContain('canHold: the verb is is, has or may')
    expect(refused).not.toContain('makeup')
    expect(saidOf(content, 'apps/simulator/src/testing/a.ts')).toEqual([])
  })

  it('may be private, and words may begin alike', () => {
    expect(saidOf('function readHold() {}\nexport const readmeText = readHold\n')).toEqual([])
  })
})
