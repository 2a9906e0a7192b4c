import { globSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const SRC = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(SRC, file), 'utf8')
/** Classes that libraries give. */
const FOREIGN = /^(?:leaflet|mantine)-/

interface Used {
  readonly names: Set<string>
  /** True if a name is chosen while the page runs. */
  isChosen: boolean
}

/** Returns the classes that code takes from each style file, by its path. */
function usedClasses(): Map<string, Used> {
  const used = new Map<string, Used>()
  for (const file of globSync('**/*.{ts,tsx}', { cwd: SRC })) {
    const code = read(file)
    for (const [, name = '', path = ''] of code.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)) {
      const styles = normalize(join(file, '..', path))
      const { names, isChosen } = used.get(styles) ?? { names: new Set(), isChosen: false }
      for (const [, one = ''] of code.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))) names.add(one)
      used.set(styles, { names, isChosen: isChosen || code.includes(`${name}[`) })
    }
  }
  return used
}

/** Returns the classes of a style file. */
function ownClasses(file: string): Set<string> {
  const rules = read(file).replace(/\/\*[\s\S]*?\*\/|url\([^)]*\)|"[^"]*"/g, '')
  return new Set(
    [...rules.matchAll(/\.([a-zA-Z_][\w-]*)/g)].flatMap(([, name = '']) => (FOREIGN.test(name) ? [] : name)),
  )
}

test('each class that code names is in its style file, and each class of a style file is named', () => {
  const used = usedClasses()
  const files = globSync('**/*.module.css', { cwd: SRC })
  expect(files.length).toBeGreaterThan(20)
  const wrong = files.flatMap((file) => {
    const { names, isChosen } = used.get(file) ?? { names: new Set<string>(), isChosen: false }
    const own = ownClasses(file)
    const missing = [...names].filter((name) => !own.has(name)).map((name) => `${file} lacks .${name}`)
    const needless = isChosen ? [] : [...own].filter((name) => !names.has(name))
    return [...missing, ...needless.map((name) => `nothing uses .${name} of ${file}`)]
  })
  expect(wrong).toEqual([])
})
