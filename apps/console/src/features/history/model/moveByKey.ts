/** The keys that move a cursor over a tape. */
import type { Playhead } from './Playhead.ts'

/** Pressed key with its modifiers. */
interface Key {
  readonly key: string
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

type Move = (playhead: Playhead, stepMs: number) => void

const back: Move = (playhead, stepMs) => playhead.moveTo(playhead.state.atMs - stepMs)
const forth: Move = (playhead, stepMs) => playhead.moveTo(playhead.state.atMs + stepMs)

const MOVES: Readonly<Record<string, Move>> = {
  ArrowLeft: back,
  ArrowDown: back,
  ArrowRight: forth,
  ArrowUp: forth,
  PageUp: (playhead) => playhead.turn(-1),
  PageDown: (playhead) => playhead.turn(1),
  Home: (playhead) => playhead.moveTo(playhead.state.fromMs),
  End: (playhead) => playhead.moveTo(playhead.state.untilMs - 1000),
}

/** Moves the playhead by a second, with Shift by a minute, by a span, or to an end. Returns false for any other key. */
export function moveByKey(playhead: Playhead, { key, shiftKey, altKey, ctrlKey, metaKey }: Key): boolean {
  const move = Object.hasOwn(MOVES, key) ? MOVES[key] : undefined
  if (!move || altKey || ctrlKey || metaKey) return false
  playhead.pause()
  move(playhead, shiftKey ? 60_000 : 1000)
  return true
}
