/**
 * @file Copies what a city has on one platform to another one, through calls alone. What is there already as it is to be
 * is left alone, so that a copying that broke off is simply begun again, and a second one changes nothing.
 */
import { ApiError, causeOf, NetworkError, UnexpectedReplyError } from '@greenwave/client/callErrors'
import pMap from 'p-map'
import type { EntryOutcome } from '../entryImport.ts'
import { NotCopiedError } from './copiedIds.ts'
import { assetsJob } from './copyAssets.ts'
import type { CopyContext, CopyJob, CopyKind } from './copyContext.ts'
import { customersJob } from './copyCustomers.ts'
import { devicesJob } from './copyDevices.ts'
import { type HistorySpan, historyJob } from './copyHistory.ts'
import { imagesJob } from './copyImages.ts'
import { usersJob } from './copyUsers.ts'
import { repeating } from './repeating.ts'

/** Platforms answer a write when it is on the disk, and take many for one commit. */
const ENTRIES_AT_ONCE = 16
/** Each holds a page of values. */
const HISTORIES_AT_ONCE = 4
/** After so many entries in a row at which a platform failed, it is given up. */
const MOST_FAILURES = 10
const SERVER_ERROR = 500

/** Options and callbacks of a copy. */
export interface CopyOptions {
  /** Left out: no history. */
  readonly history?: HistorySpan
  readonly onOutcome: (kind: CopyKind, name: string, outcome: EntryOutcome) => void
  readonly onProgress: (kind: CopyKind, fraction: number) => void
  readonly onLink: (email: string, link: string) => void
  /** Finishes the entries under way and begins no more. */
  readonly signal?: AbortSignal
}

/** Copying ended before it was whole. It may be begun again. */
export class CopyBrokenOffError extends Error {
  override readonly name = 'CopyBrokenOffError'
}

/**
 * Copies customers, their users, devices, photos, assets and history, in this order. What is refused concerns its entry alone.
 * @throws {CopyBrokenOffError} when a platform no longer answers, no longer accepts the account or goes on to fail, and
 *   after the signal
 */
export async function copyPlatform(context: CopyContext, options: CopyOptions): Promise<void> {
  const { onOutcome, onProgress, onLink, history, signal } = options
  let failures = 0

  async function run<Row>(job: CopyJob<Row>): Promise<void> {
    const pages = job.pages()
    const concurrency = job.kind === 'history' ? HISTORIES_AT_ONCE : ENTRIES_AT_ONCE
    for (;;) {
      const { done, value: page } = await pages.next().catch((error: unknown) => {
        refuseInterrupted(error)
        throw brokenOff(error)
      })
      if (done) return
      await pMap(page.rows, (row) => (signal?.aborted ? undefined : copyOne(job, row)), { concurrency })
      refuseInterrupted()
      onProgress(job.kind, page.fraction)
    }
  }

  function refuseInterrupted(cause?: unknown): void {
    if (signal?.aborted) throw new CopyBrokenOffError('interrupted', { cause })
  }

  async function copyOne<Row>(job: CopyJob<Row>, row: Row): Promise<void> {
    const outcome = await repeating(context.wait, () => job.copy(row)).then(
      (settled) => {
        failures = 0
        return settled
      },
      (error: unknown) => failureOf(job, row, error),
    )
    onOutcome(job.kind, job.nameOf(row), outcome)
  }

  function failureOf<Row>(job: CopyJob<Row>, row: Row, error: unknown): EntryOutcome {
    if (!isOfEntry(error)) {
      refuseInterrupted(error)
      throw brokenOff(error)
    }
    failures = error instanceof ApiError && error.status >= SERVER_ERROR ? failures + 1 : 0
    if (failures >= MOST_FAILURES) throw brokenOff(error)
    if (job.kind === 'customers' || job.kind === 'devices') context.ids.fail(job.idOf(row), job.nameOf(row))
    return { state: 'failed', why: error.message }
  }

  await run(customersJob(context))
  await run(usersJob(context, onLink))
  await run(devicesJob(context))
  await run(imagesJob(context))
  await run(assetsJob(context))
  if (history) await run(historyJob(context, history))
}

/** 401: the session is over. 429: the platform wants a longer pause than anybody waits for. */
const OF_THE_ACCOUNT = [401, 429]

function isOfEntry(error: unknown): error is Error {
  if (error instanceof ApiError) return !OF_THE_ACCOUNT.includes(error.status)
  return error instanceof UnexpectedReplyError || error instanceof NotCopiedError
}

function brokenOff(error: unknown): unknown {
  if (error instanceof NetworkError) return new CopyBrokenOffError(causeOf(error), { cause: error })
  if (error instanceof ApiError) {
    return new CopyBrokenOffError(`a platform refused: ${error.message} (${error.status})`, { cause: error })
  }
  return error
}
