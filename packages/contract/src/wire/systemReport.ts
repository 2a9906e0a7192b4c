/** @file What an installation reports about itself to its administrators. No other platform has it. */
import * as z from 'zod/mini'

/** A setting in force. */
export const SettingInForce = z.object({
  /** Name in the environment, such as `GREENWAVE_PORT`. */
  name: z.string(),
  /** Value as it was given; null when it is not set, or not shown. */
  value: z.nullable(z.string()),
  /** Origin of the value: its default, the file of settings, another variable of the environment, or a flag. */
  from: z.enum(['default', 'file', 'environment', 'flag']),
  /** The value is set and may hold a secret, so that it is not shown. */
  isSecret: z.boolean(),
})
export type SettingInForce = z.infer<typeof SettingInForce>

/** Lines of the changelog under one heading. */
const News = z.object({ title: z.string(), lines: z.array(z.string()) })
export type News = z.infer<typeof News>

/** Room on the disk of the data folder, bytes. */
const Disk = z.object({
  freeBytes: z.number(),
  totalBytes: z.number(),
  /** What the databases take. */
  usedBytes: z.number(),
  /** Days until the disk is full; null when everything that is kept fits, or is not known yet. */
  daysLeft: z.nullable(z.number()),
  /** Whether a complete day of history is known, without which there is no forecast. */
  isForecast: z.boolean(),
})

/** State of the backup that is kept up to date. Times are epoch milliseconds. */
const KeptBackup = z.object({ address: z.string(), atMs: z.number(), historyAtMs: z.number(), keptBytes: z.number() })

/** State of an installation. */
export const SystemReport = z.object({
  /** Time of the start, epoch milliseconds. */
  startedMs: z.number(),
  news: z.array(News),
  /** Left out where nothing is kept on a disk. */
  disk: z.optional(Disk),
  controllers: z.object({ connected: z.number(), all: z.number() }),
  /** Messages of controllers a second, over the last minute. */
  messagesPerSecond: z.number(),
  /** Left out without such a backup. */
  backup: z.optional(KeptBackup),
  /** Result of the last test of a backup, with its time, epoch milliseconds; left out when there was none. */
  backupTest: z.optional(z.object({ atMs: z.number(), isGood: z.boolean(), says: z.string() })),
  settings: z.array(SettingInForce),
})
export type SystemReport = z.infer<typeof SystemReport>

/** Result of a check of `greenwave doctor`, in English. */
export const SystemFinding = z.object({
  check: z.string(),
  level: z.enum(['ok', 'unknown', 'warning', 'error']),
  says: z.string(),
  fix: z.optional(z.string()),
})
export type SystemFinding = z.infer<typeof SystemFinding>

/** Results of all checks, with their time, epoch milliseconds. */
export const SystemFindings = z.object({ atMs: z.number(), findings: z.array(SystemFinding) })
export type SystemFindings = z.infer<typeof SystemFindings>
