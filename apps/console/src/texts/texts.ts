/**
 * The chosen language and its texts. The default pack's common texts are in the first load, all others are loaded on
 * demand.
 */
import { common } from './default/common.ts'
import type { TextNamespace } from './namespaces.ts'
import { languageOf, type Pack, storedPack, storePack, tagOf } from './packs.ts'

/** Texts by key, in sections. */
interface TextTree {
  readonly [key: string]: string | TextTree
}

/** The modules of texts: a folder for each pack, but English, which has one file of what differs. */
const modules = import.meta.glob<Readonly<Record<string, TextTree>>>(['./*/*.ts', './en.ts', '!./default/common.ts'])

/** The sentences of a language by the English that platform and watcher send. */
const SENTENCES = 'sentences'
/** What a language has in its file `common.ts`, too: its sign-in page needs all of it. */
const IN_COMMON: readonly string[] = [SENTENCES, 'login']
type Namespace = TextNamespace | typeof SENTENCES

/** Loads the texts of a namespace in a pack. */
export async function textsOf(pack: Pack, namespace: Namespace): Promise<TextTree> {
  if (namespace === SENTENCES && languageOf(pack) === 'en') return {}
  if (pack === 'default' && namespace === 'common') return common
  const isInCommon = pack !== 'default' && IN_COMMON.includes(namespace)
  if (pack !== 'en') return load(`./${pack}/${isInCommon ? 'common' : namespace}.ts`, namespace)
  const [standard, english] = await Promise.all([textsOf('default', namespace), load('./en.ts', 'en')])
  const differing = english[namespace]
  return typeof differing === 'object' ? withDifferences(standard, differing) : standard
}

async function load(path: string, name: string): Promise<TextTree> {
  const texts = (await modules[path]?.())?.[name]
  if (!texts) throw new Error(`${path} has no texts ${name}`)
  return texts
}

function withDifferences(standard: TextTree, differing: TextTree): TextTree {
  const changed = Object.entries(differing).map(([key, value]) => {
    const before = standard[key]
    return [key, typeof value === 'object' && typeof before === 'object' ? withDifferences(before, value) : value]
  })
  return { ...standard, ...Object.fromEntries(changed) }
}

/** Returns a text by its key, with its placeholders filled in; the key itself when there is no such text. */
type TextOf = (key: string, values?: object) => string

/** The pack whose texts are shown, and the one that was chosen last, whose texts may still be loading. */
let shown: Pack = 'default'
let chosen: Pack = shown
/** Loaded texts by pack and namespace, with the functions for their sections. */
const loaded = new Map<string, { readonly texts: TextTree; readonly sections: Map<string | undefined, TextOf> }>()
/** Namespaces requested so far. Another language is shown when it has all of them. */
const inUse = new Set<Namespace>(['common', SENTENCES])
const listeners = new Set<() => void>()

const idOf = (pack: Pack, namespace: Namespace) => `${pack}/${namespace}`

async function loadInto(pack: Pack, namespaces: Iterable<Namespace>): Promise<void> {
  const missing = [...namespaces].filter((namespace) => !loaded.has(idOf(pack, namespace)))
  const texts = await Promise.all(missing.map((namespace) => textsOf(pack, namespace)))
  for (const [nth, namespace] of missing.entries()) {
    const id = idOf(pack, namespace)
    if (!loaded.has(id)) loaded.set(id, { texts: texts[nth] ?? {}, sections: new Map() })
  }
}

/** Shows a pack when all texts in use are loaded, also those that parts request meanwhile. Rejects when one fails. */
async function showWhenLoaded(pack: Pack): Promise<void> {
  chosen = pack
  const isLoaded = (namespace: Namespace) => loaded.has(idOf(pack, namespace))
  while (![...inUse].every(isLoaded)) await loadInto(pack, inUse)
  if (chosen === pack) show(pack)
}

function show(pack: Pack): void {
  shown = pack
  document.documentElement.lang = tagOf(pack)
  for (const listener of [...listeners]) listener()
}

/** Starts in the stored language, or in the default one when its texts cannot be loaded. */
export async function startTexts(): Promise<void> {
  await showWhenLoaded(storedPack()).catch(() => showWhenLoaded('default'))
}

/** Returns the pack whose texts are shown. */
export const shownPack = (): Pack => shown

/** Calls back after each change of the language. Returns a function that ends this. */
export function watchPack(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The sentences of platform and watcher in the chosen language, by their English; none in English. */
export function translatedSentences(): Readonly<Record<string, string>> {
  return (loaded.get(idOf(shown, SENTENCES))?.texts ?? {}) as Readonly<Record<string, string>>
}

/**
 * Stores the choice of a language on this computer, loads its texts and shows them. When they cannot be loaded, the page
 * stays in its language, and the next start tries again.
 */
export async function changePack(pack: Pack): Promise<void> {
  storePack(pack)
  await showWhenLoaded(pack).catch(() => undefined)
}

/** The texts of a page could not be loaded. */
export class TextsMissingError extends Error {
  override readonly name = 'TextsMissingError'
}

/**
 * Loads the texts of a page before its first render. Throws TextsMissingError, since a page that shows keys instead of
 * texts is useless.
 */
export async function loadTexts(...namespaces: TextNamespace[]): Promise<void> {
  for (const namespace of namespaces) inUse.add(namespace)
  try {
    // The language may change meanwhile.
    for (let pack: Pack | undefined; pack !== shown; ) {
      pack = shown
      await loadInto(pack, namespaces)
    }
  } catch (cause) {
    throw new TextsMissingError(`The words of ${namespaces.join(', ')} could not be loaded`, { cause })
  }
}

/**
 * Returns the function for the texts of a namespace that is loaded, or of a section of it: always the same one until the
 * language changes.
 */
export function textOf(namespace: TextNamespace, section?: string): TextOf {
  const of = loaded.get(idOf(shown, namespace))
  const kept = of?.sections.get(section)
  if (kept) return kept
  const tree = section === undefined ? of?.texts : of?.texts[section]
  const made = lookup(typeof tree === 'object' ? tree : {}, tagOf(shown))
  of?.sections.set(section, made)
  return made
}

function lookup(tree: TextTree, tag: string): TextOf {
  let forms: Intl.PluralRules | undefined
  return (key, values = {}) => {
    const given = values as Readonly<Record<string, string | number | undefined>>
    const path = key.split('.')
    const last = path.pop() ?? ''
    const within = path.reduce<string | TextTree | undefined>(
      (part, name) => (typeof part === 'object' ? part[name] : undefined),
      tree,
    )
    if (typeof within !== 'object') return key
    const { count } = given
    forms ??= typeof count === 'number' ? new Intl.PluralRules(tag) : undefined
    const counted = typeof count === 'number' ? within[`${last}_${forms?.select(count)}`] : undefined
    const text = counted ?? within[last]
    return typeof text === 'string' ? fillIn(text, (name) => String(given[name] ?? '')) : key
  }
}

/** Replaces each placeholder `{{name}}` of a text. What it is replaced with is not searched for others. */
export function fillIn(text: string, valueFor: (name: string) => string): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => valueFor(name))
}
