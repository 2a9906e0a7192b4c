import type { ComponentType } from 'react'
import { DialogSlot } from './DialogSlot.tsx'
import type { useKeptDialog } from './useKeptDialog.ts'

/** The props of a page's dialogs: which dialog, and its subject. */
export interface PageDialogProps<D> {
  dialog: D
  opened: boolean
  onClose: () => void
}

export interface PageDialogsProps<D extends object> {
  /** The result of the page's `useKeptDialog`. */
  kept: Pick<ReturnType<typeof useKeptDialog<D>>, 'slot' | 'closeDialog'>
  /** Renders a dialog by its kind. May be loaded on demand. */
  of: ComponentType<PageDialogProps<D>>
}

/** The dialogs of a page, one at a time. */
export function PageDialogs<D extends object>({ kept, of: Dialogs }: PageDialogsProps<D>) {
  return (
    <DialogSlot
      {...kept.slot}
      render={(dialog, opened) => <Dialogs dialog={dialog} opened={opened} onClose={() => kept.closeDialog(dialog)} />}
    />
  )
}
