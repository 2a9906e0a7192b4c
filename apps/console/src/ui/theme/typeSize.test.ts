import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { theme } from './theme.ts'

/** The smallest size that is readable on a phone in the sun, pixels. */
const LEAST_PX = 13
const PX_PER_REM = 16

const folder = fileURLToPath(new URL('../..', import.meta.url))
const sheets = globSync('**/*.css', { cwd: folder }).map((path) => ({
  path,
  text: readFileSync(`${folder}/${path}`, 'utf8'),
}))

/** Returns the type sizes in pixels or rem of a style sheet, in pixels, each with its source text. */
function typeSizes(css: string): { written: string; px: number }[] {
  return [...css.matchAll(/(?:font-size|font|-size)\s*:\s*[^;]*?(\d*\.?\d+)(px|rem)/g)].map(
    ([written, number = '', unit]) => ({ written, px: Number(number) * (unit === 'rem' ? PX_PER_REM : 1) }),
  )
}

test('the sizes of type are found in a sheet', () => {
  expect(typeSizes('a { font-size: 12px } b { font: 600 0.75rem/1.2 x } c { --input-error-size: 0.8125rem }')).toEqual([
    { written: 'font-size: 12px', px: 12 },
    { written: 'font: 600 0.75rem', px: 12 },
    { written: '-size: 0.8125rem', px: 13 },
  ])
})

test('no sheet sets type smaller than 13 px', () => {
  expect(sheets.length).toBeGreaterThan(20)
  const small = sheets.flatMap(({ path, text }) =>
    typeSizes(text)
      .filter(({ px }) => px < LEAST_PX)
      .map(({ written }) => `${path}: ${written}`),
  )
  expect(small).toEqual([])
})

test('no size of type in the theme is below 13 px', () => {
  const sizes = [
    ...Object.values(theme.fontSizes ?? {}),
    ...Object.values(theme.headings?.sizes ?? {}).map((size) => size?.fontSize),
  ]
  for (const size of sizes) expect(Number.parseFloat(String(size)) * PX_PER_REM).toBeGreaterThanOrEqual(LEAST_PX)
})
