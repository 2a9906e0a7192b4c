/** The toasts at the edge of the window. They are kept outside React, so that any code can add one. */
import { useSyncExternalStore } from 'react'
import type { Tone } from '../states/StatusTag.tsx'

/** A short message at the edge of the window. */
export interface Toast {
  readonly id: number
  readonly tone: Tone
  readonly text: string
}

/** More toasts would cover the page; the oldest is removed. */
const MOST = 5

let toasts: readonly Toast[] = []
let lastId = 0
const timers = new Map<number, ReturnType<typeof setTimeout>>()
const listeners = new Set<() => void>()

/** Shows a toast. It disappears after `closeAfterMs`, or stays until it is closed when this is null. */
export function addToast(tone: Tone, text: string, closeAfterMs: number | null): void {
  lastId += 1
  const id = lastId
  for (const { id: oldest } of toasts.slice(0, Math.max(0, toasts.length + 1 - MOST))) removeToast(oldest)
  set([...toasts, { id, tone, text }])
  if (closeAfterMs !== null)
    timers.set(
      id,
      setTimeout(() => removeToast(id), closeAfterMs),
    )
}

/** Removes a toast, if it is still shown. */
export function removeToast(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  set(toasts.filter((toast) => toast.id !== id))
}

/** Removes all toasts. */
export function clearToasts(): void {
  for (const { id } of toasts) removeToast(id)
}

/** Returns the shown toasts, oldest first. The component renders again when they change. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, () => toasts)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function set(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}
