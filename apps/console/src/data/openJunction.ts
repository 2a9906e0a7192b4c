/** The junction on screen, and the acts on it that another part of the console may ask for. */
import type { PhaseNumber } from '@greenwave/controller/controllerLimits'
import { useEffect, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { subjectParser } from './subjectParser.ts'
import { useSession } from './session.ts'
import { WatchHolder } from './watch.ts'

/** The junction on screen, while the user may change it. */
export interface OpenJunction {
  readonly deviceId: string
  readonly name: string
  /** Phases that get green now; null on a page that does not follow the junction: acts are confirmed on its live page. */
  readonly live: { readonly phases: readonly PhaseNumber[] } | null
}

const JunctionAct = z.object({
  kind: z.literal('act'),
  act: z.enum(['flash', 'hold1', 'hold2', 'automatic', 'time', 'acknowledge', 'green']),
  phase: z.optional(z.union([z.literal(1), z.literal(2), z.literal(3)])),
  /** Seconds by which a green changes. */
  by: z.optional(z.number()),
})
/** An act on the junction on screen: it opens the dialog in which the user confirms it. */
export type JunctionAct = z.infer<typeof JunctionAct>

/** Returns the act that a navigation asks for; null for anything else. */
export const parseJunctionAct = subjectParser<JunctionAct>(JunctionAct)

/** Holds the junction on screen; null without one that the user may change. */
export const openJunction = new WatchHolder<OpenJunction | null>(null)

/** Returns the junction on screen; null without one that the user may change. */
export function useOpenJunction(): OpenJunction | null {
  return useSyncExternalStore(
    (watcher) => openJunction.onChange(watcher),
    () => openJunction.state,
  )
}

/**
 * Offers the acts on the junction of a page that does not follow it live. A part that does comes first.
 *
 * @param name undefined until it is known
 */
export function useOfferedActs(deviceId: string, name: string | undefined): void {
  const session = useSession()
  const mayAct = session.state === 'signedIn' && session.isTenantAdmin
  useEffect(() => {
    if (!mayAct || name === undefined || openJunction.state?.live) return
    const own: OpenJunction = { deviceId, name, live: null }
    openJunction.set(own)
    return () => {
      if (openJunction.state === own) openJunction.set(null)
    }
  }, [mayAct, deviceId, name])
}
