import { Box, FocusTrap, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/useTexts.ts'
import { BlockNavigation } from './BlockNavigation.tsx'
import styles from './Dialog.module.css'
import { useDialogFocus } from './useDialogFocus.ts'

export interface DialogProps {
  opened: boolean
  title: string
  /** Names the subject of the dialog, such as a junction, under its title. */
  subject?: ReactNode
  children: ReactNode
  /** The name of the present content; see `useDialogFocus`. By default there is only one step. */
  step?: string
  size?: string | number
  /** True for a short dialog with a list that opens beyond its edge. */
  uncut?: boolean
  /** True while something is sent; the dialog cannot be closed then. */
  busy?: boolean
  /** True when a click outside must not close the dialog. */
  staysOnClickOutside?: boolean
  /** Called for Escape, the close button and a click outside. */
  onDismiss: () => void
  /**
   * Called instead of the browser's Back or any other way to another page. When left out, navigation is not blocked.
   */
  onBack?: (() => void) | undefined
}

/**
 * The base of every dialog. It alone controls the focus and the ways to close the dialog. Its content may change from
 * step to step.
 */
export function Dialog(props: DialogProps) {
  const { opened, title, subject, children, step = '', size = 'md', uncut, busy = false, onDismiss, onBack } = props
  const t = useTexts('common')
  const { content, note, enter } = useDialogFocus(opened, step)
  const dismiss = () => busy || onDismiss()
  return (
    <Modal.Root
      opened={opened}
      onClose={dismiss}
      size={size}
      centered
      classNames={{ content: styles.content ?? '' }}
      {...(uncut && { styles: { content: { overflow: 'visible' } } })}
      closeOnClickOutside={!props.staysOnClickOutside}
      // DialogSlot does this instead: it knows what opened the dialog, even when the dialog was loaded afterwards.
      returnFocus={false}
    >
      <Modal.Overlay color="var(--gw-overlay)" backgroundOpacity={1} />
      <Modal.Content>
        <Modal.Header>
          <div className={styles.titles}>
            <Modal.Title>{title}</Modal.Title>
            {subject && <div className={styles.subject}>{subject}</div>}
          </div>
          <Modal.CloseButton className={styles.close ?? ''} aria-label={t('close')} disabled={busy} />
        </Modal.Header>
        <Modal.Body>
          {opened && onBack && <BlockNavigation onBlocked={() => busy || onBack()} />}
          {/* While the dialog fades out it accepts no input. */}
          <Box ref={content} onFocus={note} inert={!opened}>
            <FocusTrap.InitialFocus onFocus={enter} />
            {children}
          </Box>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
