/**
 * @file Whether what is on screen was kept from earlier answers, because the platform does not answer now.
 * Its own file, since the live connection needs it without the kept answers.
 */
import { WatchHolder } from './watch.ts'

/** The time of the oldest kept answer in use, epoch milliseconds; null while the platform answers. */
export const asOf = new WatchHolder<number | null>(null)
