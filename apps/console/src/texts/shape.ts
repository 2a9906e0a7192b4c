/**
 * The same keys as a pack, any words: what the other languages must provide. A text that counts has the forms of English, and may
 * have those that other languages need (`Intl.PluralRules`).
 */
export type TextsLike<T> = { readonly [K in keyof T]: T[K] extends string ? string : TextsLike<T[K]> } & {
  readonly [K in keyof T as K extends `${infer Counted}_other` ? `${Counted}_${FurtherForm}` : never]?: string
}

type FurtherForm = 'zero' | 'two' | 'few' | 'many'
