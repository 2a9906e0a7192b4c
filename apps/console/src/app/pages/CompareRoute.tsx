import { useNavigate, useSearch } from '@tanstack/react-router'
import { ComparePage } from '../../features/changes/ComparePage.tsx'
import { RestoreChange } from './LazyRestoreChange.tsx'

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
