/** The junction on screen, and the acts on it that another part of the console may ask for. */
import type { PhaseNumber, ProgramNumber } from '@greenwave/controller/controllerLimits'
import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { subjectParser } from './keptForm.ts'
import { WatchHolder } from './watch.ts'

/** The junction on screen, while the user may change it. */
export interface OpenJunction {
  readonly name: string
  /** Program that drives its lamps; null without. */
  readonly program: ProgramNumber | null
  /** Phases that get green in it. */
  readonly phases: readonly PhaseNumber[]
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
