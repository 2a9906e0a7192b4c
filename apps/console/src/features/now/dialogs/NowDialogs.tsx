import type { PageDialogProps } from '../../../ui/dialogs/PageDialogs.tsx'
import type { NowDialog } from '../model/nowActions.ts'
import { AssignDialog } from './AssignDialog.tsx'
import { CommentDialog } from './CommentDialog.tsx'
import { MuteDialog } from './MuteDialog.tsx'

/** Opens the requested dialog about an incident or a junction. */
export function NowDialogs({ dialog, ...rest }: PageDialogProps<NowDialog>) {
  switch (dialog.kind) {
    case 'assign':
      return <AssignDialog {...dialog} {...rest} />
    case 'comment':
      return <CommentDialog {...dialog} {...rest} />
    case 'mute':
      return <MuteDialog {...dialog} {...rest} />
  }
}
