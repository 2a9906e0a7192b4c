import { useSyncExternalStore } from 'react'
import type { TextNamespace, Texts } from './namespaces.ts'
import { tagOf } from './packs.ts'
import { shownPack, textOf, watchPack } from './texts.ts'

/** The keys of texts: paths of names. A text with a count has one key for all its forms. */
type KeyOf<T> = {
  [K in keyof T & string]: T[K] extends string ? Uncounted<K> : `${K}.${KeyOf<T[K]>}`
}[keyof T & string]
type Uncounted<K extends string> = K extends `${infer Key}_${'one' | 'other'}` ? Key : K

/** The function for texts: takes a key and the values of the text's placeholders. */
export type TextsFunction<T> = (key: KeyOf<T>, values?: object) => string

/**
 * Returns the function for the texts of a namespace, or of a section of it, in the chosen language:
 * `const t = useTexts('admin', 'customers')`, then `t('title')`. The namespace is loaded with the part that uses it:
 * see `lazyPart`.
 */
export function useTexts<Ns extends TextNamespace>(namespace: Ns): TextsFunction<Texts[Ns]>
export function useTexts<Ns extends TextNamespace, Section extends keyof Texts[Ns] & string>(
  namespace: Ns,
  section: Section,
): TextsFunction<Texts[Ns][Section]>
export function useTexts(namespace: TextNamespace, section?: string) {
  useSyncExternalStore(watchPack, shownPack)
  return textOf(namespace, section)
}

/** Returns the language tag of the chosen pack, for `Intl`. The component renders again when it changes. */
export function useLanguage(): string {
  return tagOf(useSyncExternalStore(watchPack, shownPack))
}
