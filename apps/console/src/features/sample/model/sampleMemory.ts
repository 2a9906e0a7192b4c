/** @file What the sample city keeps for each user on this computer: dismissed cards, and the fault that was caused last. */
import * as z from 'zod/mini'

/** The cards, in the order in which they lead a visitor. */
export const SAMPLE_CARDS = ['cause', 'now', 'replay'] as const
export type SampleCard = (typeof SAMPLE_CARDS)[number]

const SampleMemory = z.object({
  dismissed: z.catch(z.array(z.enum(SAMPLE_CARDS)), []),
  /** When the visitor caused a fault, epoch milliseconds; left out before. */
  causedMs: z.catch(z.optional(z.number()), undefined),
})
/** State of the cards of one user. */
export type SampleMemory = z.infer<typeof SampleMemory>

/** Beginning of the key in local storage; the id of the user follows. */
export const SAMPLE_MEMORY = 'greenwave.sample.'
const NOTHING: SampleMemory = { dismissed: [] }
const keyOf = (userId: string) => SAMPLE_MEMORY + userId

/** Returns the memory of a user; an empty one when storage is blocked or holds something else. */
export function readSampleMemory(userId: string): SampleMemory {
  try {
    const kept = z.safeParse(SampleMemory, JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null'))
    return kept.success ? kept.data : NOTHING
  } catch {
    return NOTHING
  }
}

/** Stores the memory of a user. When storage is blocked, it lasts only until the page is left. */
export function writeSampleMemory(userId: string, memory: SampleMemory): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(memory))
  } catch {
    // The next visit then shows all cards.
  }
}
