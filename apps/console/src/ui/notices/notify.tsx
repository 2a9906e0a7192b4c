import { addToast } from './toasts.ts'

/** How long a success stands, milliseconds. */
const BRIEFLY_MS = 3000

/** Says that something is done; goes by itself after three seconds. */
export function notifySuccess(text: string): void {
  addToast('ok', text, BRIEFLY_MS)
}

/** Says that something failed; stays until it is closed. For failures that have no place of their own on the page. */
export function notifyError(text: string): void {
  addToast('bad', text, null)
}

/** Says that something failed, and goes like a success: for failures that leave nothing to do. */
export function notifyErrorBriefly(text: string): void {
  addToast('bad', text, BRIEFLY_MS)
}

/** Says something worth knowing; goes like a success. */
export function notifyInfo(text: string): void {
  addToast('info', text, BRIEFLY_MS)
}
