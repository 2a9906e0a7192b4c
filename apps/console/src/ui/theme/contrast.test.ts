/**
 * Checks the tokens against WCAG 2.2 AA in each scheme: contrast 4.5 for text, 3 for borders and shapes with a meaning.
 * In the sun all text has 7, as AAA requires, and none is grey.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

type Tokens = ReadonlyMap<string, string>

function readTokens(): { light: Tokens; dark: Tokens; sun: Tokens } {
  const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
  const [lightCss = '', darkCss = '', sunCss = ''] = css.split(
    /:root\[data-mantine-color-scheme='dark'\]|:root\[data-sun\]/,
  )
  const tokensOf = (text: string) =>
    new Map([...text.matchAll(/--gw-([\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, name = '', colour = '']) => [name, colour]))
  const light = tokensOf(lightCss)
  return { light, dark: new Map([...light, ...tokensOf(darkCss)]), sun: new Map([...light, ...tokensOf(sunCss)]) }
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

const SURFACES = ['bg', 'surface', 'raised', 'sunken']
const TEXT_PAIRS: [string, string][] = [
  ...['ink', 'ink-2', 'ink-3'].flatMap((ink) => SURFACES.map((surface): [string, string] => [ink, surface])),
  ...['accent', 'ok', 'warn', 'bad', 'info'].flatMap((name): [string, string][] => [
    [name, 'surface'],
    [name, 'bg'],
    [name, `${name}-soft`],
  ]),
  ['ink', 'accent-soft'],
  ['ink-2', 'accent-soft'],
  ['ink-3', 'accent-soft'],
  ['accent', 'accent-soft-hover'],
  ['accent-ink', 'accent'],
  ['accent-ink', 'accent-hover'],
  ['bad-ink', 'bad'],
  ['bad-ink', 'bad-hover'],
]
const EDGE_PAIRS: [string, string][] = [
  ...SURFACES.map((surface): [string, string] => ['line-control', surface]),
  ...SURFACES.map((surface): [string, string] => ['accent', surface]),
]

const schemes = readTokens()

describe.each(['light', 'dark', 'sun'] as const)('%s', (scheme) => {
  const colour = (name: string): string => {
    const value = schemes[scheme].get(name)
    if (!value) throw new Error(`tokens.css has no --gw-${name}`)
    return value
  }

  test.each(TEXT_PAIRS)('text in %s on %s can be read', (ink, surface) => {
    expect(contrast(colour(ink), colour(surface))).toBeGreaterThanOrEqual(scheme === 'sun' ? 7 : 4.5)
  })

  test.each(EDGE_PAIRS)('an edge in %s on %s can be seen', (edge, surface) => {
    expect(contrast(colour(edge), colour(surface))).toBeGreaterThanOrEqual(3)
  })
})
