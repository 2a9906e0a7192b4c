import * as z from 'zod/mini'

/** Longest reason, characters. */
export const MOST_REASON = 200
/** Longest mute, milliseconds. */
const MOST_MS = 31 * 86_400_000

/** The values of the mute form: a reason, and an end as a day and time of this computer's zone. */
export interface MuteValues extends Record<string, string> {
  why: string
  until: string
}

/** The text keys of its complaints. */
export type MuteComplaint = 'whyRequired' | 'tooLong' | 'untilRequired' | 'untilPast' | 'untilFar'

/** Returns the schema of the mute form at a moment, epoch milliseconds. */
export function muteForm(nowMs: () => number) {
  const check = (error: MuteComplaint, holds: (untilMs: number) => boolean) =>
    z.refine<string>((until) => holds(readLocal(until)), { error, abort: true })
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

/** Returns the epoch milliseconds of a day and time of this computer's zone, 2026-11-22T07:12; NaN for anything else. */
export function readLocal(text: string): number {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) ? new Date(text).getTime() : Number.NaN
}

/** Returns a time as the day and time of this computer's zone, rounded up to a minute. */
export function localText(ms: number): string {
  const at = new Date(Math.ceil(ms / 60_000) * 60_000)
  const two = (number: number) => String(number).padStart(2, '0')
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-')
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`
}
