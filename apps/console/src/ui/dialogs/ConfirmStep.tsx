import { Button, Stack } from '@mantine/core'
import { type MouseEvent, type ReactNode, useId, useRef } from 'react'
import { useTexts } from '../../texts/useTexts.ts'
import { ErrorText } from '../states/ErrorText.tsx'
import { DialogFooter } from './DialogFooter.tsx'
import { Unanswered } from './Unanswered.tsx'

/** The content and state of a confirmation, alone or after a form. */
export interface Confirmation {
  /** The question and what will change. */
  children: ReactNode
  /** While true the buttons are disabled and the dialog cannot be closed. */
  submitting: boolean
  /** The error of the last attempt. */
  error?: string | undefined
  /** True for actions that cannot be undone. */
  danger?: boolean
  /** True while something must be ticked before confirming. */
  confirmDisabled?: boolean
  /** Consequence of confirming, shown beside the confirm button. */
  consequence?: ReactNode
  /** Label of the confirm button, when 'Xác nhận' is not specific enough. */
  confirmLabel?: string
}

interface ConfirmStepProps extends Confirmation {
  /** The accessible name of the step, when it is one of several. */
  label?: string
  onConfirm: () => void
  onDismiss: () => void
  /** Closes the dialog although the save has no answer yet. */
  onLeave: () => void
}

/** Asks for confirmation before something is sent. The focus starts on 'Hủy', the choice that changes nothing. */
export function ConfirmStep(props: ConfirmStepProps) {
  const t = useTexts('common')
  const consequenceId = useId()
  // The second click of the double click that opened this step must not confirm. Any later one may, such as a quick one
  // after a save that failed at once.
  const mayBeOpeningClick = useRef(true)
  const confirm = ({ detail }: MouseEvent) => {
    if (detail <= 1) mayBeOpeningClick.current = false
    if (!mayBeOpeningClick.current) props.onConfirm()
  }
  return (
    <Stack gap="md" {...(props.label !== undefined && { role: 'group', 'aria-label': props.label })}>
      <div>{props.children}</div>
      {props.error && <ErrorText>{props.error}</ErrorText>}
      {props.submitting && <Unanswered onLeave={props.onLeave} />}
      <DialogFooter
        beside={
          props.consequence && (
            <div id={consequenceId} style={{ flex: '1 1 180px' }}>
              {props.consequence}
            </div>
          )
        }
      >
        <Button variant="default" data-autofocus disabled={props.submitting} onClick={props.onDismiss}>
          {t('dismiss')}
        </Button>
        <Button
          color={props.danger ? 'bad' : 'accent'}
          disabled={props.submitting || props.confirmDisabled === true}
          {...(props.consequence && { 'aria-describedby': consequenceId })}
          onClick={confirm}
        >
          {props.submitting ? t('saving') : (props.confirmLabel ?? t('confirm'))}
        </Button>
      </DialogFooter>
    </Stack>
  )
}
