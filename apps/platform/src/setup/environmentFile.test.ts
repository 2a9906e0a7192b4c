import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import {
  type Assignment,
  editEnvironmentFile,
  formatAssignment,
  parseEnvironmentFile,
  UnwritableSettings,
  variablesOf,
} from './environmentFile.ts'

/** systemd's own reader of the same format, which also replaces `$NAME`. */
const SYSTEMD = '/usr/lib/systemd/user-environment-generators/30-systemd-environment-d-generator'

const folder = mkdtempSync(join(tmpdir(), 'greenwave-env-'))
mkdirSync(join(folder, 'environment.d'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Returns the variables that systemd reads from a text. */
function readBySystemd(text: string): Record<string, string> {
  writeFileSync(join(folder, 'environment.d', 'test.conf'), text)
  const { status, stdout } = spawnSync(SYSTEMD, { encoding: 'utf8', env: { XDG_CONFIG_HOME: folder } })
  expect(status).toBe(0)
  // It writes values quoted, in the format that it reads.
  return ownOf(stdout)
}

/** Returns the variables with the beginning of our names; assignments of nothing, which that reader passes over, left out. */
function ownOf(text: string, commentsContinue = false): Record<string, string> {
  const isOwn = ({ name, value }: Assignment) => name.startsWith('GREENWAVE_') && value !== ''
  const found = parseEnvironmentFile(text, commentsContinue).filter(isOwn)
  return Object.fromEntries(found.map(({ name, value }) => [name, value]))
}

/** Returns the variables that a shell reads from a text. */
function readByShell(text: string, names: readonly string[]): Record<string, string> {
  const script = `set -e; . ./settings.env; for name in ${names.join(' ')}; do eval "printf '%s\\0' \\"\\$$name\\""; done`
  writeFileSync(join(folder, 'settings.env'), text)
  const { status, stdout } = spawnSync('sh', ['-c', script], { encoding: 'utf8', cwd: folder, env: {} })
  expect(status).toBe(0)
  const values = stdout.split('\0')
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']))
}

/** Any text, with what has a meaning somewhere more often. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(...Array.from(`'"\\$\`#;=\n\r\t !{}()&|<>~*?@:%/. éA\0\u2028`)), maxLength: 20 }),
  fc.string({ maxLength: 20 }).map((text) => `x\nGREENWAVE_WATCHER=off\n${text}`),
)
const name = fc.constantFrom('GREENWAVE_A', 'GREENWAVE_B', 'GREENWAVE_LONG_NAME')
const changes = fc.dictionary(name, hostile, { minKeys: 1, noNullPrototype: true })
/** Files of the kind that operators write, and any others. */
const file = fc.oneof(
  fc
    .array(
      fc.oneof(
        fc.tuple(fc.constantFrom('# ', '; ', '#GREENWAVE_A=', "  #GREENWAVE_B='"), fc.string({ maxLength: 12 })),
        fc.tuple(
          fc.constantFrom('GREENWAVE_A=', 'GREENWAVE_B = ', 'GREENWAVE_OTHER=', 'export GREENWAVE_A=', ''),
          fc.oneof(
            fc.constantFrom('a b  ', "'a b'  c", '"a\\"b\\n\\\nc"', 'a\\', 'a\\ b', ''),
            fc.string({ maxLength: 12 }),
          ),
        ),
      ),
    )
    .map((lines) => lines.map((parts) => parts.join('')).join('\n')),
  fc.string({ unit: 'binary', maxLength: 60 }),
)

test('an edit sets exactly its variables for every reader, whatever file and values hold, or is refused', () => {
  let written = 0
  fc.assert(
    fc.property(file, changes, (text, wanted) => {
      let edited: string
      try {
        edited = editEnvironmentFile(text, wanted)
      } catch (error) {
        expect(error).toBeInstanceOf(UnwritableSettings)
        return
      }
      written += 1
      for (const commentsContinue of [false, true]) {
        expect(variablesOf(edited, commentsContinue)).toEqual({ ...variablesOf(text, commentsContinue), ...wanted })
      }
      expect(parseEnv(edited)).toMatchObject(wanted)
    }),
    { numRuns: 1000 },
  )
  expect(written).toBeGreaterThan(100)
})

test('what is written is one line, and a shell reads the same', () => {
  fc.assert(
    fc.property(changes, (wanted) => {
      let edited: string
      try {
        edited = editEnvironmentFile('', wanted)
      } catch {
        return
      }
      expect(edited.split(/[\n\r]/)).toHaveLength(Object.keys(wanted).length + 1)
      expect(readByShell(edited, Object.keys(wanted))).toEqual(wanted)
    }),
    { numRuns: 40 },
  )
})

test.runIf(existsSync(SYSTEMD))('systemd itself reads files of operators and edited ones as this does', () => {
  // It replaces variables in what it read, and refuses control characters.
  const withoutVariables = file.filter(
    (text) => !/[$\0]/.test(text) && /^[\P{Cc}\n\r\t]*$/u.test(text) && !/\p{Cs}/u.test(text),
  )
  fc.assert(
    fc.property(withoutVariables, changes, (text, wanted) => {
      fc.pre(!Object.values(wanted).some((value) => value.includes('$')))
      // It writes line breaks inside values in another way.
      fc.pre(
        !Object.values({ ...variablesOf(text), ...variablesOf(text, true) }).some((value) => /\p{Cc}/u.test(value)),
      )
      expect([ownOf(text, true), ownOf(text)]).toContainEqual(readBySystemd(text))
      try {
        const edited = editEnvironmentFile(text, wanted)
        expect(readBySystemd(edited)).toMatchObject(
          Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== '')),
        )
      } catch (error) {
        if (!(error instanceof UnwritableSettings)) throw error
      }
    }),
    { numRuns: 40 },
  )
})

test.each([
  ['', 'A='],
  ['Asia/Ho_Chi_Minh', 'A=Asia/Ho_Chi_Minh'],
  ['Greenwave <signals@city.example>', "A='Greenwave <signals@city.example>'"],
  ['a#b $HOME "c" \\', `A='a#b $HOME "c" \\'`],
  ["Sở Giao thông 'Quận 1'", `A="Sở Giao thông 'Quận 1'"`],
])('the value %j is written as %s', (value, line) => {
  expect(formatAssignment('A', value)).toBe(line)
})

test.each([
  ['a line break', 'x\nGREENWAVE_WATCHER=off'],
  ['a carriage return', 'x\rGREENWAVE_WATCHER=off'],
  ['a NUL', 'x\0'],
  ['half a character', 'x\uD800'],
  ['what Unicode calls no character', 'x\uFFFF'],
  ['quotes that no reader reads alike', `'"`],
  ['more than fits', 'x'.repeat(4097)],
])('a value with %s is refused', (_what, value) => {
  expect(() => formatAssignment('A', value)).toThrow(UnwritableSettings)
})

test('comments, order and other settings stay; examples become settings; settings given twice become one', () => {
  const text = '# Mail:\n#GREENWAVE_SMTP_FROM=example\nGREENWAVE_PORT=1\n\nGREENWAVE_HOST="a"\nGREENWAVE_PORT=2\n# end'
  expect(
    editEnvironmentFile(text, { GREENWAVE_PORT: '8080', GREENWAVE_SMTP_FROM: 'a b', GREENWAVE_TIME_ZONE: 'UTC' }),
  ).toBe(
    '# Mail:\nGREENWAVE_SMTP_FROM=\'a b\'\n\nGREENWAVE_HOST="a"\nGREENWAVE_PORT=8080\n# end\nGREENWAVE_TIME_ZONE=UTC\n',
  )
})

test('a comment that ends with a backslash would hide the next line from older systemd, so nothing is written after it', () => {
  expect(() => editEnvironmentFile('# from here \\\n', { GREENWAVE_PORT: '80' })).toThrow(/backslash/)
})

test('places are those of the assignments', () => {
  const text = " A = 'x y' z \\\n w\nB=1"
  expect(parseEnvironmentFile(text)).toEqual([
    { name: 'A', value: 'x yz  w', start: 1, end: 17 },
    { name: 'B', value: '1', start: 18, end: 21 },
  ])
})
