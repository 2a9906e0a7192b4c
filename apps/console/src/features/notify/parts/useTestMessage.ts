import type { SentChannel } from '@greenwave/contract/records/notify'
import type { NotifyStatus } from '@greenwave/contract/records/notifyRecords'
import { useEffect, useRef, useState } from 'react'
import { serverNowMs } from '../../../data/serverTime.ts'

/** How long a watcher may take to answer, milliseconds. */
const ANSWER_WITHIN_MS = 30_000

/** State of a test message. */
export type TestState = 'asking' | 'sent' | 'failed' | 'unanswered' | 'notAsked' | undefined

/**
 * Asks the watcher for a test message, and says what came of it.
 * @param ask writes the request where the watcher reads it
 */
export function useTestMessage(status: NotifyStatus, ask: (channel: SentChannel, at: number) => Promise<unknown>) {
  const [asked, setAsked] = useState<{
    readonly channel: SentChannel
    readonly at: number
    readonly over?: TestState
  }>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function test(channel: SentChannel): Promise<void> {
    const at = serverNowMs()
    const end = (over: TestState): void => setAsked((now) => (now?.at === at ? { ...now, over } : now))
    setAsked({ channel, at })
    clearTimeout(timer.current)
    timer.current = setTimeout(() => end('unanswered'), ANSWER_WITHIN_MS)
    await ask(channel, at).catch(() => end('notAsked'))
  }

  /** Returns the result of the last test, if it was of this channel. */
  function stateOf(channel: SentChannel): TestState {
    if (asked?.channel !== channel) return undefined
    if (status.testAt >= asked.at) return status[channel]?.failure ? 'failed' : 'sent'
    return asked.over ?? 'asking'
  }

  return { test, stateOf }
}
