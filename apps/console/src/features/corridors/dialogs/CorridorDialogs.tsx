import { deleteCorridorMutation } from '../../../data/queries/corridors.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import type { PageDialogProps } from '../../../ui/dialogs/PageDialogs.tsx'
import { DeleteDialog } from '../../../ui/dialogs/QuestionDialog.tsx'
import type { CorridorDialog } from '../model/corridorsAddress.ts'

/** Opens the requested dialog of the corridor list. */
export function CorridorDialogs({ dialog: { corridor }, ...rest }: PageDialogProps<CorridorDialog>) {
  const t = useTexts('corridors')
  return (
    <DeleteDialog
      {...rest}
      texts={t}
      mutation={deleteCorridorMutation}
      id={corridor.id.id}
      name={corridor.name}
      consequence={t('deleteConsequence')}
    />
  )
}
