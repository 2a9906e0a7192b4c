/** Sets up i18next. The default pack's common texts are in the first load, all others are loaded on demand. */
import i18next, { type BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { common } from './default/common.ts'
import type { TextNamespace } from './namespaces.ts'
import { languageOf, type Pack, packOfTag, storedPack, storePack, tagOf } from './packs.ts'

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

/** Loads the texts of a namespace in a pack. */
export async function textsOf(pack: Pack, namespace: string): Promise<TextTree> {
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

const loadOnDemand: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(tag, namespace, done) {
    textsOf(packOfTag(tag), namespace).then(
      (texts) => done(null, texts),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), false),
    )
  },
}

/** Starts with the stored language. Resolves when its first texts are loaded. */
export async function startTexts(): Promise<void> {
  i18next.on('languageChanged', (tag) => {
    document.documentElement.lang = tag
  })
  await i18next
    .use(loadOnDemand)
    .use(initReactI18next)
    .init({
      lng: tagOf(storedPack()),
      fallbackLng: false,
      load: 'currentOnly',
      ns: ['common', SENTENCES],
      defaultNS: 'common',
      resources: { [tagOf('default')]: { common, [SENTENCES]: {} } },
      partialBundledLanguages: true,
      interpolation: { escapeValue: false },
    })
}

/** The sentences of platform and watcher in the chosen language, by their English; none in English. */
export function translatedSentences(): Readonly<Record<string, string>> {
  return i18next.getResourceBundle(i18next.language, SENTENCES) ?? {}
}

/** Switches the language, loads its texts, and stores the choice on this computer. */
export async function changePack(pack: Pack): Promise<void> {
  storePack(pack)
  await i18next.changeLanguage(tagOf(pack))
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
  await i18next.loadNamespaces(namespaces)
  const missing = () => namespaces.filter((namespace) => !i18next.hasResourceBundle(i18next.language, namespace))
  // After a failure i18next does not try again by itself.
  if (missing().length > 0) await i18next.reloadResources(i18next.language, missing())
  if (missing().length > 0) throw new TextsMissingError(`The words of ${missing().join(', ')} could not be loaded`)
}
