import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/useTexts.ts'
import { type Sending, useSendOnce } from '../forms/useSendOnce.ts'
import { ErrorText } from '../states/ErrorText.tsx'
import { Unanswered } from './Unanswered.tsx'
import { useTabInside } from './useTabInside.ts'

export interface ConfirmDialogProps {
  opened: boolean
  title: string
  /** The question, and what will change. */
  children: ReactNode
  /** While true the buttons are disabled and the dialog cannot be closed. */
  submitting: boolean
  /** What the last try failed with. */
  error?: string | undefined
  /** True for what cannot be undone. */
  danger?: boolean
  /** True while something must be ticked first. */
  confirmDisabled?: boolean
  /** Words of the confirm button when 'Xác nhận' does not say enough. */
  confirmLabel?: string
  size?: string | number
  /** Sends, and answers how it goes. It is asked for once, however often the button is pressed. */
  onConfirm: () => Sending
  onClose: () => void
  /** Leaves a save that gives no answer; `onClose` unless that leads back to a form. */
  onLeave?: () => void
}

/** Asks before something is sent. The focus starts on 'Hủy', the choice that changes nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const t = useTexts('common')
  const inside = useTabInside<HTMLDivElement>(props.opened)
  const { send, isHeld } = useSendOnce(props)
  const close = () => props.submitting || isHeld() || props.onClose()
  return (
    <Modal
      opened={props.opened}
      onClose={close}
      title={props.title}
      size={props.size ?? 'md'}
      // DialogSlot does, and knows the way from a form to its confirmation.
      returnFocus={false}
      closeButtonProps={{ 'aria-label': t('close'), disabled: props.submitting }}
    >
      {/* While it fades out it takes nothing more. */}
      <Stack ref={inside} gap="md" inert={!props.opened}>
        <div>{props.children}</div>
        {props.error && <ErrorText>{props.error}</ErrorText>}
        {props.submitting && props.opened && <Unanswered onLeave={props.onLeave ?? props.onClose} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" data-autofocus disabled={props.submitting} onClick={close}>
            {t('dismiss')}
          </Button>
          <Button
            color={props.danger ? 'bad' : 'accent'}
            disabled={props.submitting || props.confirmDisabled === true}
            onClick={() => send(props.onConfirm)}
          >
            {props.submitting ? t('saving') : (props.confirmLabel ?? t('confirm'))}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
