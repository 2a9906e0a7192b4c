import { Box, FocusTrap, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/useTexts.ts'
import { HoldBack } from './HoldBack.tsx'
import { useDialogFocus } from './useDialogFocus.ts'

export interface DialogProps {
  opened: boolean
  title: string
  children: ReactNode
  /** Names what stands in it now; see `useDialogFocus`. One step unless said otherwise. */
  step?: string
  size?: string | number
  /** True for a short dialog with a list that opens beyond its edge. */
  uncut?: boolean
  /** True while something is sent: nothing closes it. */
  busy?: boolean
  /** True where a click outside must not lose what it shows. */
  staysOnClickOutside?: boolean
  /** The way out: Escape, the close button, a click outside. */
  onDismiss: () => void
  /** Takes the place of the browser's Back and of every way to another page; absent: they go their way. */
  onBack?: (() => void) | undefined
}

/** Every dialog: the one owner of its focus and of the ways out of it. What stands in it may change from step to step. */
export function Dialog(props: DialogProps) {
  const { opened, title, children, step = '', size = 'md', uncut, busy = false, onDismiss, onBack } = props
  const t = useTexts('common')
  const { content, note, enter } = useDialogFocus(opened, step)
  const dismiss = () => busy || onDismiss()
  return (
    <Modal
      opened={opened}
      onClose={dismiss}
      title={title}
      size={size}
      {...(uncut && { styles: { content: { overflow: 'visible' } } })}
      closeOnClickOutside={!props.staysOnClickOutside}
      // DialogSlot does: it knows what opened the dialog, also when the dialog was loaded after that.
      returnFocus={false}
      closeButtonProps={{ 'aria-label': t('close'), disabled: busy }}
    >
      {opened && onBack && <HoldBack onHeld={() => busy || onBack()} />}
      {/* While it fades out it takes nothing more. */}
      <Box ref={content} onFocus={note} inert={!opened}>
        <FocusTrap.InitialFocus onFocus={enter} />
        {children}
      </Box>
    </Modal>
  )
}
