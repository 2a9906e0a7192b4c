import { notifications } from '@mantine/notifications'
import i18next from 'i18next'
import { StatusShape, type Tone } from './StatusTag.tsx'

/** How long a success stands, milliseconds. */
export const SUCCESS_MS = 3000

/** Says that something is done; goes by itself after three seconds. */
export function notifySuccess(text: string): void {
  show('ok', text, SUCCESS_MS)
}

/** Says that something failed; stays until it is closed. For failures that have no place of their own on the page. */
export function notifyError(text: string): void {
  show('bad', text, false)
}

/** Says that something failed, and goes like a success: for failures that leave nothing to do. */
export function notifyErrorBriefly(text: string): void {
  show('bad', text, SUCCESS_MS)
}

/** Says something worth knowing; goes like a success. */
export function notifyInfo(text: string): void {
  show('info', text, SUCCESS_MS)
}

function show(tone: Tone, message: string, autoClose: number | false): void {
  notifications.show({
    message,
    autoClose,
    icon: <StatusShape tone={tone} />,
    color: tone === 'info' ? 'accent' : tone,
    role: tone === 'bad' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': i18next.t('close') },
  })
}
