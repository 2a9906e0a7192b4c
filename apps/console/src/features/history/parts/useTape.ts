/** Hooks with which components follow a tape. */
import { useCallback, useSyncExternalStore } from 'react'
import type { Playhead, PlayheadState } from '../model/Playhead.ts'
import type { SecondShown, TapeModel, TapeSnapshot } from '../model/TapeModel.ts'

/** Returns one member of a playhead's state. The component renders again when it changes. */
export function usePlayhead<Key extends keyof PlayheadState>(playhead: Playhead, key: Key): PlayheadState[Key] {
  return useSyncExternalStore(
    useCallback((listener) => playhead.onChange(listener), [playhead]),
    () => playhead.state[key],
  )
}

/** Returns the data about the view of a tape. The component renders again when it changes. */
export function useTapeSnapshot(model: TapeModel): TapeSnapshot {
  return useSyncExternalStore(
    useCallback((listener) => model.onChange(listener), [model]),
    () => model.snapshot,
  )
}

/** Returns the data about the second at the cursor. The component renders again when that or the cursor changes. */
export function useSecond(model: TapeModel): SecondShown {
  return useSyncExternalStore(
    useCallback((listener) => model.onSecond(listener), [model]),
    () => model.second,
  )
}
