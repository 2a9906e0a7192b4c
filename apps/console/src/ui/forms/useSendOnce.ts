import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'

/** How long the second half of a double click may come behind the first, milliseconds. */
const DOUBLE_CLICK_MS = 600

/** A try to send: kept when it was sent, broken when it failed; undefined when nothing was sent at all. */
export type Sending = Promise<unknown> | undefined

interface SendOnceOptions {
  /** False while a dialog fades out; what it sent counts for nothing once it is opened again. */
  readonly opened?: boolean
  /** True for a form that stays on its page: it may be sent anew, but not by the rest of a double click. */
  readonly again?: boolean
}

/**
 * Lets one thing be sent at a time, and once it was sent none. Returns what to send through: a further click or Enter does
 * nothing, be it of the same tick, while the first is under way, or while the dialog closes after it. A failure frees it.
 * @returns `send` runs its argument or does nothing; `isHeld` says whether it would do nothing; `typed` is told when something
 * else is there to send.
 */
export function useSendOnce({ opened = true, again = false }: SendOnceOptions = {}) {
  // Not a state: the second click of one tick comes before anything renders.
  const stage = useRef<'free' | 'underWay' | 'sent'>('free')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLayoutEffect(() => {
    if (opened) stage.current = 'free'
  }, [opened])
  useEffect(() => () => clearTimeout(timer.current), [])

  const isHeld = useCallback(() => stage.current !== 'free' || !opened, [opened])
  const typed = useCallback(() => {
    if (stage.current === 'sent') stage.current = 'free'
  }, [])
  const send = useCallback(
    (start: () => Sending) => {
      if (isHeld()) return
      clearTimeout(timer.current)
      stage.current = 'underWay'
      const free = () => {
        stage.current = 'free'
      }
      const sending = start()
      if (!sending) return free()
      sending.then(() => {
        stage.current = 'sent'
        if (again) timer.current = setTimeout(typed, DOUBLE_CLICK_MS)
        // What failed is told where it was sent from.
      }, free)
    },
    [again, isHeld, typed],
  )
  return { send, isHeld, typed }
}
