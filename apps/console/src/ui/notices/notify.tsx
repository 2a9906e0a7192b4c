import { addToast } from './toasts.ts'

/** How long a success is shown, milliseconds. */
const BRIEFLY_MS = 3000

/** Shows a success, which disappears after three seconds. */
export function notifySuccess(text: string): void {
  addToast('ok', text, BRIEFLY_MS)
}

/** Shows a failure, which stays until it is closed. For failures that have no place of their own on the page. */
export function notifyError(text: string): void {
  addToast('bad', text, null)
}

/** Shows a failure that disappears like a success, for failures after which nothing needs to be done. */
export function notifyErrorBriefly(text: string): void {
  addToast('bad', text, BRIEFLY_MS)
}

/** Shows an information, which disappears like a success. */
export function notifyInfo(text: string): void {
  addToast('info', text, BRIEFLY_MS)
}

/** Shows what to do next, which stays until it is closed. */
export function notifyHint(text: string): void {
  addToast('info', text, null)
}
