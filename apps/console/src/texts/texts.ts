/**
 * Sets up i18next. The default pack's texts for sign-in and shell are in the first load, all others are loaded on
 * demand.
 */
import i18next, { type BackendModule, type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { common } from './default/common.ts'
import { login } from './default/login.ts'
import { shell } from './default/shell.ts'
import type { TextNamespace } from './namespaces.ts'
import { PACK_TAGS, type Pack, packOfTag, storedPack, storePack } from './packs.ts'

const files = import.meta.glob<Record<string, ResourceKey>>(['./*/*.ts', '!./default/{common,login,shell}.ts'])

const loadOnDemand: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(tag, namespace, done) {
    const load = files[`./${packOfTag(tag)}/${namespace}.ts`]
    if (!load) return done(new Error(`No texts ${namespace} for ${tag}`), false)
    load().then(
      (texts) => done(null, texts[namespace] ?? false),
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
      lng: PACK_TAGS[storedPack()],
      fallbackLng: false,
      load: 'currentOnly',
      ns: ['common', 'shell', 'login'],
      defaultNS: 'common',
      resources: { [PACK_TAGS.default]: { common, shell, login } },
      partialBundledLanguages: true,
      interpolation: { escapeValue: false },
    })
}

/** Switches the language, loads its texts, and stores the choice on this computer. */
export async function changePack(pack: Pack): Promise<void> {
  storePack(pack)
  await i18next.changeLanguage(PACK_TAGS[pack])
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
