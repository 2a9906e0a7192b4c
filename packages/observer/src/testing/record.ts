import { newJunction } from '../junction.ts'
import { nextWindow, type OpenWindow, type RecordWindow, windowSoFar } from '../recordWindow.ts'
import type { Observed } from '../observer.ts'
import { RULES } from '../rules/table.ts'
import type { KnownStyles } from '../styles.ts'
import { type History, play } from './history.ts'

/** Records a history. The last window is as far as it goes; of one that ended anew the last is kept. */
export function record(history: History, set?: KnownStyles): readonly RecordWindow[] {
  const windows = new Map<number, RecordWindow>()
  let open: OpenWindow | null = null
  let before = newJunction(0)
  const look = ({ junction: after }: Observed): void => {
    const next = nextWindow(open, before, after)
    open = next.open
    if (next.ended) windows.set(next.ended.startMs, next.ended)
    before = after
  }
  const { junction } = play(history, RULES, look, set)
  const soFar = open && windowSoFar(open, junction)
  return [...windows.values(), ...(soFar ? [soFar] : [])]
}
