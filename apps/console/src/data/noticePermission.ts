/** Permission for the notices of this browser. The browser is asked only when the user presses a button. */
import { useSyncExternalStore } from 'react'

/** `missing`: the browser has no notices, or not at an address without TLS. */
export type NoticePermission = NotificationPermission | 'missing'

const watchers = new Set<() => void>()

/** Returns whether this browser may show notices. */
export function noticePermission(): NoticePermission {
  return typeof Notification === 'undefined' || !window.isSecureContext ? 'missing' : Notification.permission
}

/** Shows a notice of this browser. Returns undefined where pages cannot, as on phones, though they are allowed to. */
export function showNotice(title: string, options: NotificationOptions): Notification | undefined {
  try {
    return new Notification(title, options)
  } catch {
    return undefined
  }
}

/** Asks the user for permission, with the browser's own question. */
export async function askForNotices(): Promise<void> {
  await Notification.requestPermission()
  for (const watcher of [...watchers]) watcher()
}

/** Returns whether this browser may show notices. The component renders again after a question. */
export function useNoticePermission(): NoticePermission {
  return useSyncExternalStore((watcher) => {
    watchers.add(watcher)
    return () => watchers.delete(watcher)
  }, noticePermission)
}
