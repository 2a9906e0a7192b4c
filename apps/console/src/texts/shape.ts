/** The same keys as a pack, any words: what the other languages must provide. */
export type TextsLike<T> = { readonly [K in keyof T]: T[K] extends string ? string : TextsLike<T[K]> }
