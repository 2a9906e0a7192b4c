import { existsSync, globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const SRC = join(import.meta.dirname, '../..')
const MANTINE = dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css'))
/** What every page has, whatever components it shows. */
const ALWAYS = ['baseline', 'default-css-variables', 'global']

/** What comes with a component and is not shown by it. */
const UNUSED = ['CheckboxCard', 'CheckboxIndicator', 'RadioCard', 'RadioIndicator']

/** Returns the names that a file imports from Mantine, values alone. */
function componentsOf(code: string): string[] {
  const imports = [...code.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)]
  return imports.flatMap(([, names = '']) =>
    [...names.matchAll(/(?<!type )\b([A-Z]\w+)/g)].map(([, name = '']) => name),
  )
}

/** Adds the modules of Mantine that a module is made of. */
function addParts(file: string, found: Set<string>): void {
  if (found.has(file) || !existsSync(file)) return
  found.add(file)
  const imports = readFileSync(file, 'utf8').matchAll(/from "(\.[^"]+)"/g)
  for (const [, path = ''] of imports) addParts(join(dirname(file), path), found)
}

test('the styles of all Mantine components in use are there, those of their parts included, and no others', () => {
  const files = globSync('**/*.tsx', { cwd: SRC, exclude: ['**/*.test.tsx'] })
  const used = new Set(files.flatMap((file) => componentsOf(readFileSync(join(SRC, file), 'utf8'))))
  expect(used.size).toBeGreaterThan(20)
  const modules = new Set<string>()
  for (const name of used) addParts(join(MANTINE, `esm/components/${name}/${name}.mjs`), modules)
  const needed = new Set([...modules].flatMap((file) => /(\w+)\.module\.mjs$/.exec(file)?.[1] ?? []))
  const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
  const styles = read('mantineStyles.ts') + read('moreMantineStyles.ts')
  const imported = [...styles.matchAll(/styles\/([\w-]+)\.layer\.css/g)].map(([, name = '']) => name)
  const isStyled = (name: string) => existsSync(join(MANTINE, `styles/${name}.layer.css`))
  const there = [...needed].filter((name) => isStyled(name) && !UNUSED.includes(name))
  expect(imported.toSorted()).toEqual([...ALWAYS, ...there].toSorted())
})
