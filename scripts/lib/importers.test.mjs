import { expect, it } from 'vitest'
import { importersOf } from './importers.mjs'

const SOURCES = new Map([
  ['packages/a/src/one.ts', ''],
  ['packages/a/src/two.ts', "import { type One, one } from './one.ts'\n"],
  ['packages/a/src/types.ts', "import type { One } from './one.ts'\n"],
  ['apps/b/src/list.ts', "export {\n  two,\n} from '@greenwave/a/two'\n"],
  ['apps/b/src/page.ts', "const Part = lazy(() => import('./list.ts'))\nimport './page.css'\n"],
  ['apps/b/src/page.test.ts', "import { page } from './page.ts'\nimport { expect } from 'vitest'\n"],
  ['apps/b/src/thread.test.ts', "new Worker(new URL('../../../packages/a/src/one.ts', import.meta.url))\n"],
])
const PACKAGES = new Map([['@greenwave/a', 'packages/a']])
const reached = (...changed) => [...importersOf(changed, SOURCES, PACKAGES)].filter((file) => file.includes('.test.'))

it('a change reaches what imports it, over packages, on demand and as a thread, but not by types', () => {
  expect([...importersOf(['packages/a/src/one.ts'], SOURCES, PACKAGES)].sort()).toEqual(
    [...SOURCES.keys()].filter((file) => !file.endsWith('types.ts')).sort(),
  )
  expect(reached('apps/b/src/page.css')).toEqual(['apps/b/src/page.test.ts'])
  expect(reached('packages/a/src/types.ts', 'docs/page.md')).toEqual([])
  expect(reached('apps/b/src/page.test.ts')).toEqual(['apps/b/src/page.test.ts'])
})

it('files that import one another in a circle are reached once', () => {
  const circle = new Map([
    ['x.ts', "import { y } from './y.ts'\n"],
    ['y.ts', "import { x } from './x.ts'\n"],
  ])
  expect([...importersOf(['x.ts'], circle, PACKAGES)]).toEqual(['x.ts', 'y.ts'])
})
