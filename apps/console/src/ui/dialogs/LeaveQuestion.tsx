import { useBlocker } from '@tanstack/react-router'
import { useTexts } from '../../texts/useTexts.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { leavesPage } from './HoldBack.tsx'

/** Asks before a page is left on which something is typed. Mounted while that is so. */
export function LeaveQuestion() {
  const t = useTexts('common')
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: leavesPage,
    enableBeforeUnload: false,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      opened={status === 'blocked'}
      title={t('discardQuestion')}
      confirmLabel={t('discard')}
      danger
      submitting={false}
      onConfirm={() => {
        proceed?.()
        return undefined
      }}
      onClose={() => reset?.()}
    >
      {t('discardText')}
    </ConfirmDialog>
  )
}
