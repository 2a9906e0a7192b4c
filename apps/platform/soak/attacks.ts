import type { Attack } from './attack.ts'
import { auditPages } from './attacks/auditPages.ts'
import { byteFlood } from './attacks/byteFlood.ts'
import { historySockets } from './attacks/historySockets.ts'
import { keySubscriptions } from './attacks/keySubscriptions.ts'
import { restHistory } from './attacks/restHistory.ts'
import { wideValues } from './attacks/wideValues.ts'

/** Attacks that a running platform must stand while others use it, by name. A new one is a file and a line here. */
export const ATTACKS = {
  byteFlood,
  wideValues,
  historySockets,
  keySubscriptions,
  restHistory,
  auditPages,
} satisfies Record<string, Attack>

export type AttackName = keyof typeof ATTACKS
