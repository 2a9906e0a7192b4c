import { auditPages } from './attacks/auditPages.ts'
import { byteFlood } from './attacks/byteFlood.ts'
import { halfSentRequests } from './attacks/halfSentRequests.ts'
import { historySockets } from './attacks/historySockets.ts'
import { keySubscriptions } from './attacks/keySubscriptions.ts'
import { passwordGuessing } from './attacks/passwordGuessing.ts'
import { restHistory } from './attacks/restHistory.ts'
import { silentControllers } from './attacks/silentControllers.ts'
import { silentSockets } from './attacks/silentSockets.ts'
import { wideValues } from './attacks/wideValues.ts'
import type { Attack } from './scene/attack.ts'

/**
 * The attacks, by name, that a running platform must withstand while others use it. A new attack is a file and a line
 * here.
 */
export const ATTACKS = {
  byteFlood,
  wideValues,
  historySockets,
  keySubscriptions,
  restHistory,
  auditPages,
  halfSentRequests,
  silentSockets,
  silentControllers,
  passwordGuessing,
} satisfies Record<string, Attack>

/** The name of an attack. */
export type AttackName = keyof typeof ATTACKS
