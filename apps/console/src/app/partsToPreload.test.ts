import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const SRC = join(import.meta.dirname, '..')

/** The parts of these files are pages, which the list names by their addresses, or come before the sign-in. */
const NOT_LISTED = ['app/routes.tsx', 'app/Guard.tsx', 'app/Start.tsx', 'app/pages/LoginScreen.tsx']

/** Returns the files that a file imports on demand, after the given word of its code. */
function importedBy(file: string, after: string): string[] {
  const code = readFileSync(join(SRC, file), 'utf8')
  const imports = code.matchAll(new RegExp(`${after}[^;]*?import\\('(\\.[^']+)'\\)`, 'g'))
  return [...imports].map(([, path = '']) => relative(SRC, join(SRC, dirname(file), path)).replaceAll('\\', '/'))
}

test('every part that a page loads on demand is loaded ahead, so that it opens without a network', () => {
  const files = globSync('{app,features,shared}/**/*.tsx', { cwd: SRC, exclude: ['**/*.test.tsx'] })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !NOT_LISTED.includes(file))
  const parts = files.flatMap((file) => importedBy(file, 'lazyPart\\('))
  expect(parts.length).toBeGreaterThan(5)
  expect(importedBy('app/partsToPreload.ts', '=> ').sort()).toEqual([...new Set(parts)].sort())
})
