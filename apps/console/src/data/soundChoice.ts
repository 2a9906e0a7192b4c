/** The choice of which incidents this browser sounds for, stored on this computer. */
import { useSyncExternalStore } from 'react'

/** `off`: none; `danger`: dangers; `all`: every incident that is neither muted nor acknowledged. */
export const SOUND_CHOICES = ['off', 'danger', 'all'] as const
export type SoundChoice = (typeof SOUND_CHOICES)[number]

const STORAGE_KEY = 'greenwave.sound'

const watchers = new Set<() => void>()
/** The choice where storage is blocked. */
let unstored: SoundChoice = 'off'

/** Returns the choice of this browser; `off` when there is none. */
function soundChoice(): SoundChoice {
  try {
    const stored = localStorage.getItem(STORAGE_KEY)
    return SOUND_CHOICES.find((choice) => choice === stored) ?? unstored
  } catch {
    return unstored
  }
}

/** Stores the choice. Where storage is blocked, the choice lasts until the page is closed. */
export function chooseSound(choice: SoundChoice): void {
  try {
    localStorage.setItem(STORAGE_KEY, choice)
  } catch {
    unstored = choice
  }
  for (const watcher of [...watchers]) watcher()
}

/** Returns the choice. The component renders again when this or another tab changes it. */
export function useSoundChoice(): SoundChoice {
  return useSyncExternalStore((watcher) => {
    watchers.add(watcher)
    window.addEventListener('storage', watcher)
    return () => {
      watchers.delete(watcher)
      window.removeEventListener('storage', watcher)
    }
  }, soundChoice)
}
