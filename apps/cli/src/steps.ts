import { CommandFailed, EXIT } from '@greenwave/client/program/exitCodes'
import { failureOf } from '@greenwave/client/program/remotePlatform'
import { note, progress } from '@greenwave/client/program/terminal'
import { untilStopped } from '@greenwave/client/program/untilStopped'

/** Long work against a platform, in steps that can be repeated. */
export interface Steps {
  /** Text before the percentage, such as `importing`. */
  readonly doing: string
  /** Of all steps, in the plural: `lines`. */
  readonly of: string
  readonly total: number
  /** Address of the platform. */
  readonly url: string
}

/** Abort signal and progress of work in steps. */
export interface StepContext {
  /** Aborted by the first Ctrl-C: what is under way is finished, and nothing more is begun. */
  readonly signal: AbortSignal
  /** Counts a step as done, and shows it. */
  readonly step: () => void
}

/**
 * Runs work in steps. When the platform stops answering, or after Ctrl-C when the work rejects, the error states how many
 * steps are done and how to continue. @throws {CommandFailed}
 */
export async function inSteps<T>(
  { doing, of, total, url }: Steps,
  work: (context: StepContext) => Promise<T>,
): Promise<T> {
  const interrupt = new AbortController()
  void untilStopped(() => note('stopping ...')).then(() => interrupt.abort())
  const show = progress(doing)
  let done = 0
  const step = () => {
    done += 1
    show(done / total)
  }
  try {
    return await work({ signal: interrupt.signal, step })
  } catch (error) {
    const failure = interrupt.signal.aborted ? new CommandFailed(EXIT.failed, 'interrupted') : failureOf(error, url)
    if (!(failure instanceof CommandFailed)) throw failure
    const goOn = `${done} of ${total} ${of} are done. Run the same command again to continue`
    throw new CommandFailed(failure.exitCode, `${failure.message}. ${goOn}`, { cause: error })
  }
}
