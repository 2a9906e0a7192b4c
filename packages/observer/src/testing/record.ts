import { newJunction } from '../junction.ts'
import { nextWindow, type OpenWindow, type RecordWindow, windowSoFar } from '../recordWindow.ts'
import { RULES } from '../rules/table.ts'
import { type History, play } from './history.ts'

/** Records a history. The last window is as far as it goes; of one that ended anew the last is kept. */
export function record(history: History): readonly RecordWindow[] {
  const windows = new Map<number, RecordWindow>()
  let open: OpenWindow | null = null
  let before = newJunction(0)
  const { junction } = play(history, RULES, ({ junction: after }) => {
    const next = nextWindow(open, before, after)
    open = next.open
    if (next.ended) windows.set(next.ended.startMs, next.ended)
    before = after
  })
  return [...windows.values(), ...(open && junction.street ? [windowSoFar(open, junction.street)] : [])]
}
