import { Button, Group, Stack } from '@mantine/core'
import type { MouseEvent, ReactNode } from 'react'
import { useTexts } from '../../texts/useTexts.ts'
import { ErrorText } from '../states/ErrorText.tsx'
import { Unanswered } from './Unanswered.tsx'

/** What a confirmation says and asks, alone or behind a form. */
export interface Confirmation {
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
}

interface ConfirmStepProps extends Confirmation {
  /** Names the step where it is one of several. */
  label?: string
  onConfirm: () => void
  onDismiss: () => void
  /** Leaves a save that gives no answer. */
  onLeave: () => void
}

/** Asks before something is sent. The focus starts on 'Hủy', the choice that changes nothing. */
export function ConfirmStep(props: ConfirmStepProps) {
  const t = useTexts('common')
  // The rest of a double click on what led here confirms nothing.
  const confirm = ({ detail }: MouseEvent) => detail > 1 || props.onConfirm()
  return (
    <Stack gap="md" {...(props.label !== undefined && { role: 'group', 'aria-label': props.label })}>
      <div>{props.children}</div>
      {props.error && <ErrorText>{props.error}</ErrorText>}
      {props.submitting && <Unanswered onLeave={props.onLeave} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" data-autofocus disabled={props.submitting} onClick={props.onDismiss}>
          {t('dismiss')}
        </Button>
        <Button
          color={props.danger ? 'bad' : 'accent'}
          disabled={props.submitting || props.confirmDisabled === true}
          onClick={confirm}
        >
          {props.submitting ? t('saving') : (props.confirmLabel ?? t('confirm'))}
        </Button>
      </Group>
    </Stack>
  )
}
