import { useNavigate, useSearch } from '@tanstack/react-router'
import { ChangesPage } from '../../features/changes/ChangesPage.tsx'
import { ComparePage } from '../../features/changes/ComparePage.tsx'
import { lazyPart } from '../../ui/states/lazyPart.tsx'

/** The dialog that goes back to earlier settings, for the pages of changes. */
export const RestoreChange = lazyPart(
  async () => (await import('../../features/device/RestoreChange.tsx')).RestoreChange,
  'device',
  'settings',
)

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

/** Connects the comparison of settings with the dialog that brings them back. */
export function CompareRoute() {
  const address = useSearch({ from: '/shell/changes/compare' })
  const navigate = useNavigate({ from: '/changes/compare' })
  return (
    <ComparePage
      address={address}
      onAddress={(change) => void navigate({ search: (old) => ({ ...old, ...change }) })}
      renderRestore={({ deviceId, change, how }, opened, onClose) => (
        <RestoreChange deviceId={deviceId} to={{ how, change }} opened={opened} onClose={onClose} />
      )}
    />
  )
}
