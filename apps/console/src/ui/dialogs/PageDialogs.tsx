import type { ComponentType } from 'react'
import { DialogSlot } from './DialogSlot.tsx'
import type { useKeptDialog } from './useKeptDialog.ts'

/** What the dialogs of a page are given: which one, and what it is about. */
export interface PageDialogProps<D> {
  dialog: D
  opened: boolean
  onClose: () => void
}

export interface PageDialogsProps<D extends object> {
  /** The page's `useKeptDialog`. */
  kept: Pick<ReturnType<typeof useKeptDialog<D>>, 'slot' | 'closeDialog'>
  /** Shows a dialog by its kind; may be loaded on demand. */
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
