import { useNavigate, useSearch } from '@tanstack/react-router'
import { ChangesPage } from '../../features/changes/ChangesPage.tsx'
import { loadTexts } from '../../texts/texts.ts'
import { lazyPart } from '../../ui/states/lazyPart.tsx'

const RestoreChange = lazyPart(async () => {
  const [{ RestoreChange }] = await Promise.all([
    import('../../features/device/RestoreChange.tsx'),
    loadTexts('findings'),
  ])
  return RestoreChange
})

/** Connects the page of changes with the dialog that undoes one. */
export function ChangesRoute() {
  const address = useSearch({ from: '/shell/changes' })
  const navigate = useNavigate({ from: '/changes' })
  return (
    <ChangesPage
      address={address}
      onAddress={(change) => void navigate({ search: (old) => ({ ...old, ...change }) })}
      renderUndo={({ deviceId, change }, opened, onClose) => (
        <RestoreChange deviceId={deviceId} to={{ how: 'undo', change }} opened={opened} onClose={onClose} />
      )}
    />
  )
}
