import { useBlocker } from '@tanstack/react-router'
import { useTexts } from '../../texts/useTexts.ts'
import { leavesPage } from './BlockNavigation.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'

interface LeaveQuestionProps {
  /** Question; by default, whether to discard the input. */
  readonly title?: string
  /** Consequence, and the label of the button that leaves. */
  readonly text?: string
  readonly leave?: string
}

/** Asks before the user leaves a page with input. Mounted while there is input. */
export function LeaveQuestion({ title, text, leave }: LeaveQuestionProps) {
  const t = useTexts('common')
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: leavesPage,
    enableBeforeUnload: false,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      opened={status === 'blocked'}
      title={title ?? t('discardQuestion')}
      confirmLabel={leave ?? t('discard')}
      danger
      submitting={false}
      onConfirm={() => {
        proceed?.()
        return undefined
      }}
      onClose={() => reset?.()}
    >
      {text ?? t('discardText')}
    </ConfirmDialog>
  )
}
