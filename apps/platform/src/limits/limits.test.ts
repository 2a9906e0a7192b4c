import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LIMITS } from './limits.ts'

const PAGES = ['limits.md', 'limits-controllers.md'].map((name) => new URL(`../../../../docs/${name}`, import.meta.url))

/** Returns a value as operators read it. */
function shown({ value, unit }: { readonly value: number; readonly unit: 'bytes' | 'count' | 'ms' }): string {
  if (unit === 'ms') return `${value / 1000} s`
  if (unit === 'count') return value.toLocaleString('en')
  return value % 1_048_576 === 0 ? `${value / 1_048_576} MiB` : `${value / 1024} KiB`
}

test('the pages of the limits list each of them once, with its value and what it prevents', () => {
  const rows = Object.entries(LIMITS).map(([name, limit]) => `- \`${name}\`, ${shown(limit)}: ${limit.prevents}`)
  const listed = PAGES.flatMap((page) => readFileSync(page, 'utf8').split('\n')).filter((line) =>
    line.startsWith('- `'),
  )
  expect(listed.toSorted()).toEqual(rows.toSorted())
})
