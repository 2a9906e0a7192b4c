import type { admin } from './default/admin.ts'
import type { common } from './default/common.ts'
import type { corridors } from './default/corridors.ts'
import type { device } from './default/device.ts'
import type { incidents } from './default/incidents.ts'
import type { login } from './default/login.ts'
import type { monitoring } from './default/monitoring.ts'
import type { settings } from './default/settings.ts'

/** The namespaces of texts: each is a file of every pack. */
export const NAMESPACES = [
  'common',
  'login',
  'device',
  'settings',
  'incidents',
  'monitoring',
  'corridors',
  'admin',
] as const
export type TextNamespace = (typeof NAMESPACES)[number]

/** All texts of the console by namespace, as in the default pack. */
export interface Texts extends Readonly<Record<TextNamespace, object>> {
  common: typeof common
  login: typeof login
  device: typeof device
  settings: typeof settings
  incidents: typeof incidents
  monitoring: typeof monitoring
  corridors: typeof corridors
  admin: typeof admin
}

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
