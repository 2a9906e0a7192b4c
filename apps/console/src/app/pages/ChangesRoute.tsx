import { useNavigate, useSearch } from '@tanstack/react-router'
import { ChangesPage } from '../../features/changes/ChangesPage.tsx'
import { RestoreChange } from './LazyRestoreChange.tsx'

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
