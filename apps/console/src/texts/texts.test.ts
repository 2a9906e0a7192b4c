import { globSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { PACK_TAGS, PACKS, packOfTag } from './packs.ts'

const folder = new URL('.', import.meta.url)
const namespaces = readdirSync(new URL('default/', folder)).map((file) => file.replace('.ts', ''))

type Leaf = readonly [key: string, text: string]

function leaves(value: unknown, prefix = ''): Leaf[] {
  if (typeof value === 'string') return [[prefix, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) => leaves(child, prefix ? `${prefix}.${key}` : key))
}

async function pack(name: string, namespace: string): Promise<Leaf[]> {
  const module: Record<string, unknown> = await import(new URL(`${name}/${namespace}.ts`, folder).href)
  return leaves(module[namespace])
}

const placeholders = (text: string) => [...text.matchAll(/\{\{[^}]*\}\}/g)].map(([placeholder]) => placeholder).sort()

const sources = globSync('**/*.{ts,tsx}', { cwd: fileURLToPath(new URL('..', folder)) })
  .filter((path) => !/\.test\.|^texts[\\/]/.test(path))
  .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(new URL(`../${path}`, folder), 'utf8') }))

/** Keys that parts which are handed a namespace's words (`texts={t}`) ask them for. */
const keysOfHandedTexts = sources
  .filter(({ path }) => path.startsWith('ui/'))
  .flatMap(({ text }) => [...text.matchAll(/\btexts\([^)]*\)/g)])
  .flatMap(([call]) => [...call.matchAll(/'(\w+)'/g)].map(([, key = '']) => key))

/** What the sources that speak of a namespace name: whole keys, and beginnings whose last segment is put in. */
function namedIn(namespace: string): { keys: ReadonlySet<string>; beginnings: ReadonlySet<string> } {
  const text = sources
    .filter((source) => source.path.startsWith(`features/${namespace}/`) || source.text.includes(`'${namespace}'`))
    .map((source) => source.text)
    .join('\n')
  const found = (pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, key = '']) => key))
  const handed = /texts=\{t\}/.test(text) ? keysOfHandedTexts : []
  return { keys: new Set([...found(/'([\w.]+)'/g), ...handed]), beginnings: found(/`([\w.]+)\.\$\{/g) }
}

describe.each(namespaces)('the words of %s', (namespace) => {
  test.each(['vi', 'en'])(
    '%s has every text of the default pack, with the same placeholders, and no more',
    async (name) => {
      const standard = await pack('default', namespace)
      const other = await pack(name, namespace)
      expect(other.map(([key]) => key).sort()).toEqual(standard.map(([key]) => key).sort())
      const texts = new Map(other)
      for (const [key, text] of standard)
        expect([key, placeholders(texts.get(key) ?? '')]).toEqual([key, placeholders(text)])
    },
  )

  test('each is used', async () => {
    const { keys, beginnings } = namedIn(namespace)
    const unused = (await pack('default', namespace))
      .map(([key]) => key.replace(/_(one|other)$/, ''))
      .filter((key) => !keys.has(key) && !beginnings.has(key.slice(0, key.lastIndexOf('.'))))
    expect(unused).toEqual([])
  })

  test.each(PACKS)('%s leaves no text empty', async (name) => {
    for (const [key, text] of await pack(name, namespace)) expect([key, text.trim()]).not.toEqual([key, ''])
  })
})

test('each pack has a language tag of its own that leads back to it', () => {
  for (const name of PACKS) expect(packOfTag(PACK_TAGS[name])).toBe(name)
  expect(packOfTag('fr')).toBe('default')
})
