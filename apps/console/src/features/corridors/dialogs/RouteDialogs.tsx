import { deleteRouteMutation } from '../../../data/queries/routes.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import type { PageDialogProps } from '../../../ui/dialogs/PageDialogs.tsx'
import { DeleteDialog } from '../../../ui/dialogs/QuestionDialog.tsx'
import type { CorridorDialog } from '../model/corridorsAddress.ts'

/** Opens the requested dialog of the list of green routes. */
export function RouteDialogs({ dialog: { corridor: route }, ...rest }: PageDialogProps<CorridorDialog>) {
  const t = useTexts('corridors', 'routes')
  return (
    <DeleteDialog
      {...rest}
      texts={t}
      mutation={deleteRouteMutation}
      id={route.id.id}
      name={route.name}
      consequence={t('deleteConsequence')}
    />
  )
}
