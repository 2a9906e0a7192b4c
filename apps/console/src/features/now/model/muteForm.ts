import * as z from 'zod/mini'
import { parseFieldTime } from '../../../shared/fieldTime.ts'

/** Longest reason, characters. */
export const MOST_REASON = 200
/** Longest mute, milliseconds. */
const MOST_MS = 31 * 86_400_000

/** The values of the mute form: a reason, and an end as a day and time of the city. */
export interface MuteValues extends Record<string, string> {
  why: string
  until: string
}

/** The text keys of its complaints. */
export type MuteComplaint = 'whyRequired' | 'tooLong' | 'untilRequired' | 'untilPast' | 'untilFar'

/** Returns the schema of the mute form at a moment, epoch milliseconds. */
export function muteForm(nowMs: () => number) {
  const check = (error: MuteComplaint, holds: (untilMs: number) => boolean) =>
    z.refine<string>((until) => holds(parseFieldTime(until)), { error, abort: true })
  return z.object({
    why: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, { error: 'whyRequired' satisfies MuteComplaint }),
        z.maxLength(MOST_REASON, { error: 'tooLong' satisfies MuteComplaint }),
      ),
    until: z.string().check(
      check('untilRequired', (untilMs) => !Number.isNaN(untilMs)),
      check('untilPast', (untilMs) => untilMs > nowMs()),
      check('untilFar', (untilMs) => untilMs - nowMs() <= MOST_MS),
    ),
  })
}

/** The lengths that are offered, milliseconds. */
export const QUICK_MUTES = { hour: 3_600_000, shift: 8 * 3_600_000, day: 86_400_000, week: 7 * 86_400_000 } as const
