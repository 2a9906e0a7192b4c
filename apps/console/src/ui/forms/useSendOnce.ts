import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'

/** The longest time between the two clicks of a double click, milliseconds. */
const DOUBLE_CLICK_MS = 600

/** An attempt to send. It resolves when sent and rejects on failure; undefined when nothing was sent. */
export type Sending = Promise<unknown> | undefined

interface SendOnceOptions {
  /** False while a dialog fades out. Opening it again allows sending again. */
  readonly opened?: boolean
  /** True for a form that stays on its page. It may be sent again, but not by the second click of a double click. */
  readonly again?: boolean
}

/**
 * Allows one request at a time, and none after one has succeeded. A further click or Enter does nothing, whether in the
 * same tick, while the first request is pending, or while the dialog closes afterwards. A failure allows sending again.
 * @returns `send` runs its argument or does nothing; `isHeld` returns whether it would do nothing; `typed` must be
 * called when there is new input to send
 */
export function useSendOnce({ opened = true, again = false }: SendOnceOptions = {}) {
  // Not a state, because the second click of one tick comes before any render.
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
        // The sender shows the error.
      }, free)
    },
    [again, isHeld, typed],
  )
  return { send, isHeld, typed }
}
