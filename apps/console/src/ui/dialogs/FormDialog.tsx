import { Button, Group, Modal, Stack } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { type FormEvent, type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../texts/useTexts.ts'
import { type TypedForm, typedValues, useKeepTyped } from '../forms/typedForm.ts'
import { type Sending, useSendOnce } from '../forms/useSendOnce.ts'
import { ErrorText } from '../states/ErrorText.tsx'
import { DiscardQuestion, HoldBack } from './DiscardQuestion.tsx'
import { makeFirstChoice } from './firstChoice.ts'
import { Unanswered } from './Unanswered.tsx'
import { useTabInside } from './useTabInside.ts'

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
}

/**
 * A form in a dialog: Cancel, a submit button, the error in place. Fields validate by their form, not by the browser. When it
 * is opened again, as after its confirmation was left, the focus is where it was sent from: on its button, or in the field of an Enter.
 */
export function FormDialog(props: FormDialogProps) {
  const t = useTexts('common')
  const inside = useTabInside<HTMLFormElement>(props.opened)
  const { send, isHeld } = useSendOnce(props)
  const close = () => props.submitting || isHeld() || props.onClose()
  useKeepTyped(props.typed, props.title)
  const [asking, setAsking] = useState(false)
  const isTyped = Object.keys(typedValues(props.typed)).length > 0
  const wasIn = useLastFocus(inside)
  const ask = () => {
    if (props.submitting || isHeld()) return
    if (!isTyped) return close()
    if (asking) return keep()
    setAsking(true)
  }
  const keep = () => {
    setAsking(false)
    // The form can be focused once it is shown again.
    setTimeout(() => wasIn.current instanceof HTMLElement && wasIn.current.focus())
  }
  const sentFrom = useRef<number>(undefined)
  const startWhereSent = useCallback((form: HTMLFormElement | null) => {
    if (form && sentFrom.current !== undefined) startAt(form, sentFrom.current)
  }, [])
  const attach = useMergedRef(inside, startWhereSent)
  return (
    <Modal
      opened={props.opened}
      onClose={ask}
      title={props.title}
      size={props.size ?? 'md'}
      {...(props.uncut && { styles: { content: { overflow: 'visible' } } })}
      // DialogSlot does, and knows the way from a form to its confirmation.
      returnFocus={false}
      closeButtonProps={{ 'aria-label': t('close'), disabled: props.submitting }}
    >
      {props.opened && isTyped && <HoldBack onHeld={() => asking || ask()} />}
      {asking && (
        <DiscardQuestion
          onKeep={keep}
          onDiscard={() => {
            setAsking(false)
            props.onClose()
          }}
        />
      )}
      <form
        ref={attach}
        noValidate
        hidden={asking}
        // While it fades out it takes nothing more.
        inert={!props.opened}
        onSubmit={(event) => {
          // A dialog that is opened out of another form is its child in React, though not on the page.
          event.stopPropagation()
          event.preventDefault()
          if (isHeld()) return
          sentFrom.current = placeOfFocus(event.currentTarget)
          // Of a form that has not faded out when it is opened again nothing is attached anew.
          startAt(event.currentTarget, sentFrom.current)
          send(() => props.onSubmit(event))
        }}
      >
        <Stack gap="md">
          {props.children}
          {props.error && <ErrorText>{props.error}</ErrorText>}
          {props.submitting && props.opened && <Unanswered onLeave={props.onClose} />}
          <Group justify="flex-end" gap="xs">
            {props.footer && <div style={{ marginRight: 'auto' }}>{props.footer}</div>}
            <Group gap="xs" wrap="nowrap">
              <Button variant="default" disabled={props.submitting} onClick={close}>
                {t('cancel')}
              </Button>
              <Button type="submit" disabled={props.submitting || props.submitDisabled === true}>
                {props.submitting ? (props.submittingLabel ?? t('saving')) : props.submitLabel}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** The element of a form that had the focus last: a click outside takes it away before it is heard of. */
function useLastFocus(form: RefObject<HTMLElement | null>): RefObject<Element | null> {
  const last = useRef<Element>(null)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && form.current?.contains(target)) last.current = target
    }
    window.addEventListener('focusin', note)
    return () => window.removeEventListener('focusin', note)
  }, [form])
  return last
}

/**
 * Where the focus is in a form, counted from its last control: its controls are new ones when it is opened again, and a note
 * with buttons may have come in above. Some browsers give a clicked button no focus; then it is the last one, the submit button.
 */
function placeOfFocus(form: HTMLFormElement): number {
  const controls = Array.from(form.elements)
  const index = document.activeElement ? controls.indexOf(document.activeElement) : -1
  return index === -1 ? 1 : controls.length - index
}

/** Lets Mantine's trap begin at this place instead of the first field. */
function startAt(form: HTMLFormElement, place: number): void {
  const control = form.elements[form.elements.length - place]
  if (control) makeFirstChoice(form, control)
}
