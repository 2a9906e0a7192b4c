import { useEffect, useRef, useState } from 'react'

/** How far something is that takes a while. */
export type TaskState<Progress, Done> =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly progress: Progress | null }
  | { readonly kind: 'done'; readonly done: Done }
  | { readonly kind: 'failed'; readonly error: unknown }

/** Does the work, and stops when the signal aborts. */
export type Work<Progress, Done> = (signal: AbortSignal, onProgress: (progress: Progress) => void) => Promise<Done>

/**
 * Runs one piece of work at a time, and reports its progress. Running work is stopped by the next piece, by `stop`, and
 * when the component is unmounted.
 */
export function useTask<Progress, Done>(): {
  readonly state: TaskState<Progress, Done>
  readonly run: (work: Work<Progress, Done>) => Promise<void>
  /** Stops it, and forgets what it did. */
  readonly stop: () => void
} {
  const [state, setState] = useState<TaskState<Progress, Done>>({ kind: 'idle' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function run(work: Work<Progress, Done>): Promise<void> {
    running.current?.abort()
    const cancel = new AbortController()
    const { signal } = cancel
    running.current = cancel
    setState({ kind: 'running', progress: null })
    try {
      const done = await work(signal, (progress) => signal.aborted || setState({ kind: 'running', progress }))
      if (!signal.aborted) setState({ kind: 'done', done })
    } catch (error) {
      if (!signal.aborted) setState({ kind: 'failed', error })
    }
  }
  function stop(): void {
    running.current?.abort()
    setState({ kind: 'idle' })
  }
  return { state, run, stop }
}
