import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { NAMESPACES } from './namespaces.ts'

const SRC = join(import.meta.dirname, '..')

/** The code of the console by file, without tests. */
const CODE = new Map(
  globSync('**/*.{ts,tsx}', { cwd: SRC, exclude: ['**/*.test.*', 'test/**'] }).map((file) => [
    file.replaceAll('\\', '/'),
    readFileSync(join(SRC, file), 'utf8'),
  ]),
)

/** Resolves an import of a file. */
const imported = (by: string, path: string) => normalize(join(dirname(by), path)).replaceAll('\\', '/')

/** Adds a file with all files that it imports statically. */
function addWithImports(file: string, files: Set<string>): ReadonlySet<string> {
  if (files.has(file)) return files
  files.add(file)
  const statements = (CODE.get(file) ?? '').matchAll(/^(?:import|export) (?!type )[^'"]*?from '(\.[^']+\.tsx?)'/gm)
  for (const [, path = ''] of statements) addWithImports(imported(file, path), files)
  return files
}

/** The namespaces that a file's components use. */
const usedIn = (file: string) =>
  file.startsWith('texts/')
    ? []
    : [...(CODE.get(file) ?? '').matchAll(/useTexts\('(\w+)'/g)].map(([, namespace = '']) => namespace)

/** The namespaces that a part with all that it imports uses beyond `common`, which is always loaded. */
function usedBy(part: string): readonly string[] {
  const used = new Set([...addWithImports(part, new Set())].flatMap(usedIn))
  return NAMESPACES.filter((namespace) => namespace !== 'common' && used.has(namespace))
}

const LAZY = /lazyPart\(\s*async \(\) => \(await import\('([^']+)'\)\)\.(\w+),?\s*((?:'\w+',?\s*)*)\)/g

/** Every part that is loaded on demand, with the namespaces that are loaded with it. */
const parts = [...CODE].flatMap(([file, code]) =>
  [...code.matchAll(LAZY)].map(([, path = '', name = '', texts = '']) => ({
    name,
    file: imported(file, path),
    texts: [...texts.matchAll(/'(\w+)'/g)].map(([, namespace = '']) => namespace),
  })),
)

test.each(parts)('$name is loaded with the texts that it uses, so that it never shows keys', ({ file, texts }) => {
  expect(existsSync(join(SRC, file))).toBe(true)
  expect(texts).toEqual(usedBy(file))
})

test('no part is loaded in a way that the test before does not read, but the sign-in of providers, whose texts its page loads', () => {
  const calls = [...CODE].flatMap(([file, code]) => [...code.matchAll(/\blazyPart\(/g)].map(() => file))
  expect(calls.length - parts.length).toBe(1)
  expect(usedBy('features/login/parts/ProviderSignIn.tsx')).toEqual(['login'])
})
