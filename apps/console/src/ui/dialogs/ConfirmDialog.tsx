import type { ReactNode } from 'react'
import { type Sending, useSendOnce } from '../forms/useSendOnce.ts'
import { type Confirmation, ConfirmStep } from './ConfirmStep.tsx'
import { Dialog } from './Dialog.tsx'

export interface ConfirmDialogProps extends Confirmation {
  opened: boolean
  title: string
  /** Names the subject of the dialog, such as a junction, under its title. */
  subject?: ReactNode
  size?: string | number
  /** True when the browser's Back should close the dialog instead of leaving the page. */
  blocksNavigation?: boolean
  /** Sends the request and returns its promise. Called once, however often the button is pressed. */
  onConfirm: () => Sending
  onClose: () => void
}

/** A dialog that only asks for confirmation. */
export function ConfirmDialog({
  opened,
  title,
  subject,
  size,
  blocksNavigation,
  onConfirm,
  onClose,
  ...asked
}: ConfirmDialogProps) {
  const { send, isHeld } = useSendOnce({ opened })
  const close = () => isHeld() || onClose()
  return (
    <Dialog
      opened={opened}
      title={title}
      subject={subject}
      {...(size !== undefined && { size })}
      busy={asked.submitting}
      onDismiss={close}
      onBack={blocksNavigation ? onClose : undefined}
    >
      <ConfirmStep {...asked} onConfirm={() => send(onConfirm)} onDismiss={close} onLeave={onClose} />
    </Dialog>
  )
}
