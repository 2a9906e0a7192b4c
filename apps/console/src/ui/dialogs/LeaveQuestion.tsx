import { useBlocker } from '@tanstack/react-router'
import { useTexts } from '../../texts/useTexts.ts'
import { leavesPage } from './BlockNavigation.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'

/** Asks before the user leaves a page with input. Mounted while there is input. */
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
