import { Button, Group, Modal, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useTexts } from '../texts/useTexts.ts'
import { ErrorText } from './ErrorText.tsx'
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
  /** As `form.onSubmit(...)` of @mantine/form gives it. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onClose: () => void
}

/** A form in a dialog: Cancel, a submit button, the error in place. Fields validate by their form, not by the browser. */
export function FormDialog(props: FormDialogProps) {
  const t = useTexts('common')
  const inside = useTabInside<HTMLFormElement>(props.opened)
  return (
    <Modal
      opened={props.opened}
      onClose={() => props.submitting || props.onClose()}
      title={props.title}
      size={props.size ?? 'md'}
      {...(props.uncut && { styles: { content: { overflow: 'visible' } } })}
      // DialogSlot does, and knows the way from a form to its confirmation.
      returnFocus={false}
      closeButtonProps={{ 'aria-label': t('close'), disabled: props.submitting }}
    >
      <form
        ref={inside}
        noValidate
        onSubmit={(event) => {
          // A dialog that is opened out of another form is its child in React, though not on the page.
          event.stopPropagation()
          props.onSubmit(event)
        }}
      >
        <Stack gap="md">
          {props.children}
          {props.error && <ErrorText>{props.error}</ErrorText>}
          <Group justify="flex-end" gap="xs">
            {props.footer && <div style={{ marginRight: 'auto' }}>{props.footer}</div>}
            <Button variant="default" disabled={props.submitting} onClick={props.onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" disabled={props.submitting || props.submitDisabled === true}>
              {props.submitting ? (props.submittingLabel ?? t('saving')) : props.submitLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
