import type { LazyPart } from '../states/lazyPart.tsx'
import { useLoadOnActivity } from '../states/useLoadOnActivity.ts'
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
  /** Renders a dialog by its kind. Loaded when a user is about to open one, because a list needs no form. */
  of: LazyPart<PageDialogProps<D>>
}

/** The dialogs of a page, one at a time. Leave it out for users who may open none. */
export function PageDialogs<D extends object>({ kept, of: Dialogs }: PageDialogsProps<D>) {
  useLoadOnActivity(Dialogs.preload)
  return (
    <DialogSlot
      {...kept.slot}
      render={(dialog, opened) => <Dialogs dialog={dialog} opened={opened} onClose={() => kept.closeDialog(dialog)} />}
    />
  )
}
