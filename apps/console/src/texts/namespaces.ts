import type { admin } from './default/admin.ts'
import type { common } from './default/common.ts'
import type { corridors } from './default/corridors.ts'
import type { device } from './default/device.ts'
import type { monitoring } from './default/monitoring.ts'
import type { settings } from './default/settings.ts'

/** The namespaces of texts: each is a file of every pack. */
export const NAMESPACES = ['common', 'device', 'settings', 'monitoring', 'corridors', 'admin'] as const
export type TextNamespace = (typeof NAMESPACES)[number]

/** All texts of the console by namespace, as in the default pack. */
export interface Texts extends Readonly<Record<TextNamespace, object>> {
  common: typeof common
  device: typeof device
  settings: typeof settings
  monitoring: typeof monitoring
  corridors: typeof corridors
  admin: typeof admin
}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: Texts
  }
}
