import { globSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { LANGUAGES } from '@greenwave/contract/languages'
import { describe, expect, test } from 'vitest'
import { NAMESPACES, type TextNamespace } from './namespaces.ts'
import { languageOf, PACK_NAMES, PACKS, type Pack, packOfTag, tagOf } from './packs.ts'
import { textsOf } from './texts.ts'

const folder = new URL('.', import.meta.url)
const FILES = NAMESPACES.map((namespace) => `${namespace}.ts`).sort()
const languages = PACKS.filter((name) => name !== 'default')

type Leaf = readonly [key: string, text: string]

function leaves(value: unknown, prefix = ''): Leaf[] {
  if (typeof value === 'string') return [[prefix, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) => leaves(child, prefix ? `${prefix}.${key}` : key))
}

const pack = async (name: Pack, namespace: TextNamespace): Promise<Leaf[]> => leaves(await textsOf(name, namespace))

/**
 * Returns the texts that a language must have for a text of the default pack: for a text with a count, every plural
 * form of the language besides those of English.
 */
function formsOf([key, text]: Leaf, name: Pack): readonly Leaf[] {
  if (!key.endsWith('_other')) return [[key, text]]
  const forms = new Intl.PluralRules(tagOf(name)).resolvedOptions().pluralCategories.filter((form) => form !== 'one')
  return forms.map((form) => [key.replace(/other$/, form), text])
}

const placeholders = (text: string) => [...text.matchAll(/\{\{[^}]*\}\}/g)].map(([placeholder]) => placeholder).sort()

const sources = globSync('**/*.{ts,tsx}', { cwd: fileURLToPath(new URL('..', folder)) })
  .filter((path) => !/\.test\.|^texts[\\/]/.test(path))
  .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(new URL(`../${path}`, folder), 'utf8') }))

/** The keys that components with a namespace's texts as a prop (`texts={t}`) ask for. */
const keysOfHandedTexts = sources
  .filter(({ path }) => path.startsWith('ui/'))
  .flatMap(({ text }) => [...text.matchAll(/\btexts\([^)]*\)/g)])
  .flatMap(([call]) => [...call.matchAll(/'(\w+)'/g)].map(([, key = '']) => key))

/** The sections of a namespace that sources ask for: the second argument of `useTexts`. */
function sectionsOf(namespace: TextNamespace): ReadonlySet<string> {
  const asked = new RegExp(`'${namespace}', '(\\w+)'`, 'g')
  return new Set(sources.flatMap(({ text }) => [...text.matchAll(asked)].map(([, section = '']) => section)))
}

/**
 * Returns the keys that the sources of a section, or of a namespace without one, name: complete keys, and the beginnings
 * of keys whose last segment is a variable.
 */
function namedIn(name: string): { keys: ReadonlySet<string>; beginnings: ReadonlySet<string> } {
  const text = sources
    .filter(({ path, text }) => /^(?:features|app)\/(\w+)\//.exec(path)?.[1] === name || text.includes(`'${name}'`))
    .map((source) => source.text)
    .join('\n')
  const found = (pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, key = '']) => key))
  const handed = /texts=\{t\}/.test(text) ? keysOfHandedTexts : []
  return { keys: new Set([...found(/'([\w.]+)'/g), ...handed]), beginnings: found(/`([\w.]+)\.\$\{/g) }
}

/** The texts of the default pack that no source names, by namespace. */
async function unusedTexts(namespace: TextNamespace): Promise<readonly string[]> {
  const sections = sectionsOf(namespace)
  const named = new Map([namespace, ...sections].map((name) => [name, namedIn(name)]))
  return (await pack('default', namespace))
    .map(([key]) => key.replace(/_(one|other)$/, ''))
    .filter((key) => {
      const section = key.slice(0, key.indexOf('.'))
      const [name, own] = sections.has(section) ? [section, key.slice(section.length + 1)] : [namespace, key]
      const { keys, beginnings } = named.get(name) ?? namedIn(name)
      return !keys.has(own) && !beginnings.has(own.slice(0, own.lastIndexOf('.')))
    })
}

describe.each(NAMESPACES)('the words of %s', (namespace) => {
  test.each(languages)(
    '%s has every text of the default pack, with the same placeholders, and no more',
    async (name) => {
      const standard = (await pack('default', namespace)).flatMap((leaf) => formsOf(leaf, name))
      const other = await pack(name, namespace)
      expect(other.map(([key]) => key).sort()).toEqual(standard.map(([key]) => key).sort())
      const texts = new Map(other)
      for (const [key, text] of standard)
        expect([key, placeholders(texts.get(key) ?? '')]).toEqual([key, placeholders(text)])
    },
  )

  test('each is used', async () => {
    expect(await unusedTexts(namespace)).toEqual([])
  })

  test.each(PACKS)('%s leaves no text empty', async (name) => {
    for (const [key, text] of await pack(name, namespace)) expect([key, text.trim()]).not.toEqual([key, ''])
  })
})

describe('the packs', () => {
  test('are the folders of texts, each with a file for every namespace (login is in common but in the default pack), and English, which has what differs', () => {
    const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect([...folders.map(({ name }) => name), 'en'].sort(), 'PACKS in packs.ts').toEqual([...PACKS].sort())
    for (const { name } of folders) {
      const files = name === 'default' ? FILES : FILES.filter((file) => file !== 'login.ts')
      expect([name, ...readdirSync(new URL(`${name}/`, folder)).sort()]).toEqual([name, ...files])
    }
  })

  test('have names and language tags of their own, and each tag leads back to its pack', () => {
    for (const name of PACKS) expect(packOfTag(tagOf(name))).toBe(name)
    expect(LANGUAGES.map(languageOf), 'messages begin in the language of the screen').toEqual(LANGUAGES)
    expect(packOfTag('xx')).toBe('default')
    expect(Intl.getCanonicalLocales(PACKS.map(tagOf))).toEqual(PACKS.map(tagOf))
    expect(new Set(Object.values(PACK_NAMES)).size).toBe(PACKS.length)
  })

  test('English has no Vietnamese word', async () => {
    const texts = (await Promise.all(NAMESPACES.map((namespace) => pack('en', namespace)))).flat()
    const isVietnamese = ([, text]: Leaf) => /[ăâđêôơưĂÂĐÊÔƠƯ]|[\u1EA0-\u1EF9]|[àáảãèéẻẽìíỉĩòóỏõùúủũýỳỷỹ]/.test(text)
    // A language's own name stays.
    const names = Object.values(PACK_NAMES)
    expect(texts.filter((leaf) => isVietnamese(leaf) && !names.includes(leaf[1]))).toEqual([])
  })

  test('Vietnamese has one name for the controller, "tủ điều khiển"', async () => {
    const texts = (await Promise.all(NAMESPACES.map((namespace) => pack('vi', namespace)))).flat()
    expect(texts.filter(([, text]) => /bộ điều khiển/i.test(text))).toEqual([])
  })

  test.each(PACKS)(
    '%s is written in Latin letters: for others ui/theme/fonts.css and the layout must be ready',
    (name) => {
      expect(new Intl.Locale(tagOf(name)).maximize().script).toBe('Latn')
    },
  )
})
