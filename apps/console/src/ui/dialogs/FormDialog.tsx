import { Button, Group, Stack } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTexts } from '../../texts/useTexts.ts'
import { type TypedForm, typedValues, useKeepTyped } from '../forms/typedForm.ts'
import { type Sending, useSendOnce } from '../forms/useSendOnce.ts'
import { ErrorText } from '../states/ErrorText.tsx'
import { type Confirmation, ConfirmStep } from './ConfirmStep.tsx'
import { Dialog } from './Dialog.tsx'
import { DiscardQuestion } from './DiscardQuestion.tsx'
import { Unanswered } from './Unanswered.tsx'

/** What is asked before a form is sent, in the form's place. */
interface FormConfirmation extends Omit<Confirmation, 'submitting'> {
  title: string
  size?: string | number
  /** Sends, and answers how it goes. */
  onConfirm: () => Sending
  /** Leads back to the form, with everything that was typed. */
  onBack: () => void
}

export interface FormDialogProps {
  opened: boolean
  title: string
  /** The fields. */
  children: ReactNode
  submitLabel: string
  /** Words of the submit button while it is pending; 'Đang lưu...' unless said otherwise. */
  submittingLabel?: string
  /** While true the buttons are disabled and the dialog cannot be closed. */
  submitting: boolean
  submitDisabled?: boolean
  /** What the last try failed with; what was typed stays. */
  error?: string | undefined
  size?: string | number
  /** True for a short dialog with a list that opens beyond its edge. */
  uncut?: boolean
  /** Buttons at the left of the dialog's foot. */
  footer?: ReactNode
  /** Sends, and answers how it goes: `submitOf(form, save)`; or answers nothing where it only leads on. Asked once at a time. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => Sending
  onClose: () => void
  /** What is typed: asked about before it is thrown away, and kept when the session ends. Absent: nothing is worth it. */
  typed?: TypedForm | undefined
  /** The step behind the form; null while the form is edited. */
  confirmation?: FormConfirmation | null
}

/**
 * A form in a dialog: Cancel, a submit button, the error in place. Fields validate by their form, not by the browser. Where what
 * is typed is asked about before it is sent, or before it is thrown away, the question takes the form's place; the way out of
 * a question leads back to the form.
 */
export function FormDialog(props: FormDialogProps) {
  const { opened, submitting, confirmation = null } = props
  const t = useTexts('common')
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
      step={step}
      {...(size !== undefined && { size })}
      uncut={props.uncut ?? false}
      busy={submitting}
      onDismiss={dismiss}
      // The question about what is typed is answered by its buttons.
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
          // A dialog that is opened out of another form is its child in React, though not on the page.
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
          <Group justify="flex-end" gap="xs">
            {props.footer && <div style={{ marginRight: 'auto' }}>{props.footer}</div>}
            <Group gap="xs" wrap="nowrap">
              <Button variant="default" disabled={submitting} onClick={close}>
                {t('cancel')}
              </Button>
              <Button type="submit" disabled={submitting || props.submitDisabled === true}>
                {submitting ? (props.submittingLabel ?? t('saving')) : props.submitLabel}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

/** Some browsers give a clicked button no focus; it is where the way back from the question leads. */
function focusSubmitter({ currentTarget, nativeEvent }: FormEvent<HTMLFormElement>): void {
  if (currentTarget.contains(document.activeElement) || !(nativeEvent instanceof SubmitEvent)) return
  nativeEvent.submitter?.focus()
}
