import { Button, Group, Stack, Text } from '@mantine/core'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useTexts } from '../../texts/useTexts.ts'
import { type TypedForm, typedValues, useKeepTyped } from '../forms/typedForm.ts'
import { type Sending, useSendOnce } from '../forms/useSendOnce.ts'
import { ErrorText } from '../states/ErrorText.tsx'
import { type Confirmation, ConfirmStep } from './ConfirmStep.tsx'
import { Dialog } from './Dialog.tsx'
import { DialogFooter } from './DialogFooter.tsx'
import { Unanswered } from './Unanswered.tsx'

/** The confirmation that takes the form's place before it is sent. */
interface FormConfirmation extends Omit<Confirmation, 'submitting'> {
  title: string
  size?: string | number
  /** Sends the request and returns its promise. */
  onConfirm: () => Sending
  /** Returns to the form, which keeps everything that was typed. */
  onBack: () => void
}

export interface FormDialogProps {
  opened: boolean
  title: string
  /** Names the subject of the dialog, such as a junction, under its title. */
  subject?: ReactNode
  /** The fields. */
  children: ReactNode
  submitLabel: string
  /** The label of the submit button while the request is pending; 'Đang lưu...' by default. */
  submittingLabel?: string
  /** While true the buttons are disabled and the dialog cannot be closed. */
  submitting: boolean
  submitDisabled?: boolean
  /** The input that is missing before the form can be sent: the button is disabled, and the text stands beside it. */
  submitMissing?: string | undefined
  /** The error of the last attempt. The input stays. */
  error?: string | undefined
  size?: string | number
  /** True for a short dialog with a list that opens beyond its edge. */
  uncut?: boolean
  /** Buttons at the left of the dialog's footer. */
  footer?: ReactNode
  /**
   * Sends the form and returns the promise (`submitOf(form, save)`), or returns nothing when it only opens the next
   * step. Called once at a time.
   */
  onSubmit: (event: FormEvent<HTMLFormElement>) => Sending
  onClose: () => void
  /**
   * The input: discarding it needs a confirmation, and it is kept when the session ends. Left out when nothing is worth
   * this.
   */
  typed?: TypedForm | undefined
  /** The step after the form; null while the form is edited. */
  confirmation?: FormConfirmation | null
}

/**
 * A form in a dialog, with Cancel, a submit button and the error in place. Fields are validated by the form, not by the
 * browser. A question before sending or discarding the input takes the form's place; dismissing the question returns to
 * the form.
 */
export function FormDialog(props: FormDialogProps) {
  const { opened, submitting, confirmation = null } = props
  const t = useTexts('common')
  const missingId = useId()
  const form = useSendOnce({ opened: opened && confirmation === null })
  const question = useSendOnce({ opened: opened && confirmation !== null })
  const [discarding, setDiscarding] = useState(false)
  useKeepTyped(props.typed, props.title)
  const isTyped = Object.keys(typedValues(props.typed)).length > 0
  const step = confirmation ? 'confirm' : discarding ? 'discard' : 'edit'

  const close = () => submitting || form.isHeld() || props.onClose()
  const keep = () => setDiscarding(false)
  const backToForm = () => question.isHeld() || confirmation?.onBack()
  const leaveForm = () => {
    if (!isTyped) close()
    else if (!form.isHeld()) setDiscarding(true)
  }
  const dismiss = { edit: leaveForm, discard: keep, confirm: backToForm }[step]
  const size = confirmation?.size ?? props.size
  return (
    <Dialog
      opened={opened}
      title={confirmation?.title ?? props.title}
      subject={props.subject}
      step={step}
      {...(size !== undefined && { size })}
      uncut={props.uncut ?? false}
      busy={submitting}
      onDismiss={dismiss}
      // Only its own buttons answer the question about the input.
      onBack={isTyped || confirmation ? () => step === 'discard' || dismiss() : undefined}
    >
      {confirmation && (
        <ConfirmStep
          {...confirmation}
          label={confirmation.title}
          submitting={submitting}
          onConfirm={() => question.send(confirmation.onConfirm)}
          onDismiss={backToForm}
          onLeave={props.onClose}
        />
      )}
      {step === 'discard' && (
        <DiscardQuestion
          onKeep={keep}
          onDiscard={() => {
            keep()
            props.onClose()
          }}
        />
      )}
      <form
        noValidate
        hidden={step !== 'edit'}
        onSubmit={(event) => {
          // In React, a dialog that opens from another form is a child of that form, although not in the DOM.
          event.stopPropagation()
          event.preventDefault()
          focusSubmitter(event)
          form.send(() => props.onSubmit(event))
        }}
      >
        <Stack gap="md">
          {props.children}
          {props.error && <ErrorText>{props.error}</ErrorText>}
          {submitting && !confirmation && <Unanswered onLeave={props.onClose} />}
          <DialogFooter
            beside={
              <div style={{ marginRight: 'auto' }}>
                {props.footer}
                {props.submitMissing && (
                  <Text id={missingId} c="dimmed">
                    {props.submitMissing}
                  </Text>
                )}
              </div>
            }
          >
            <Button variant="default" disabled={submitting} onClick={close}>
              {t('cancel')}
            </Button>
            <Button
              type="submit"
              disabled={submitting || props.submitDisabled === true || props.submitMissing !== undefined}
              aria-describedby={props.submitMissing && missingId}
            >
              {submitting ? (props.submittingLabel ?? t('saving')) : props.submitLabel}
            </Button>
          </DialogFooter>
        </Stack>
      </form>
    </Dialog>
  )
}

/**
 * Focuses the submit button, because some browsers do not focus a clicked button. The focus returns there after the
 * question.
 */
function focusSubmitter({ currentTarget, nativeEvent }: FormEvent<HTMLFormElement>): void {
  if (currentTarget.contains(document.activeElement) || !(nativeEvent instanceof SubmitEvent)) return
  nativeEvent.submitter?.focus()
}

interface DiscardQuestionProps {
  onKeep: () => void
  onDiscard: () => void
}

/**
 * Replaces a form that is about to be closed with input in it, and asks whether to discard the input. The focus starts
 * on the choice that loses nothing.
 */
function DiscardQuestion({ onKeep, onDiscard }: DiscardQuestionProps) {
  const t = useTexts('common')
  return (
    <Stack gap="md" role="alertdialog" aria-label={t('discardQuestion')}>
      <p>{t('discardQuestion')}</p>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" data-autofocus onClick={onKeep}>
          {t('keepEditing')}
        </Button>
        <Button color="bad" onClick={onDiscard}>
          {t('discard')}
        </Button>
      </Group>
    </Stack>
  )
}
