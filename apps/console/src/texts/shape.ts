/**
 * The type of another language's texts: the same keys as the default pack, with any text. A text with a count has the
 * forms of English, and may have the further forms that other languages need (`Intl.PluralRules`).
 */
export type TextsLike<T> = { readonly [K in keyof T]: T[K] extends string ? string : TextsLike<T[K]> } & {
  readonly [K in keyof T as K extends `${infer Counted}_other` ? `${Counted}_${FurtherForm}` : never]?: string
}

/** The type of a pack that has only the texts that differ from the default pack. */
export type TextsDiffering<T> = { readonly [K in keyof T]?: T[K] extends string ? string : TextsDiffering<T[K]> }

type FurtherForm = 'zero' | 'two' | 'few' | 'many'
