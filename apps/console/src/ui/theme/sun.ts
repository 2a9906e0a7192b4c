/** @file The theme *Sun*: white and black, large, for a phone in the sun. It lies over light, and is stored on this device. */
import { useSyncExternalStore } from 'react'

const STORED_AS = 'greenwave.sun'
/** The style sheets know the theme by this attribute of the page. */
const ATTRIBUTE = 'data-sun'

const listeners = new Set<() => void>()
const page = () => document.documentElement
const isOn = () => page().hasAttribute(ATTRIBUTE)

/** Shows the page in the stored theme. Called before the first render. */
export function startSun(): void {
  try {
    page().toggleAttribute(ATTRIBUTE, localStorage.getItem(STORED_AS) !== null)
  } catch {
    // Storage is blocked, so nothing is stored.
  }
}

/** Turns the theme on or off, here and at the next starts. The choice of light and dark stays. */
export function setSun(on: boolean): void {
  page().toggleAttribute(ATTRIBUTE, on)
  try {
    if (on) localStorage.setItem(STORED_AS, 'on')
    else localStorage.removeItem(STORED_AS)
  } catch {
    // Then it lasts until the page is left.
  }
  for (const listener of [...listeners]) listener()
}

/** Returns whether the theme is on. The component renders when that changes. */
export function useSun(): boolean {
  return useSyncExternalStore(subscribe, isOn)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
