import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { EvidencePage } from '../../features/evidence/EvidencePage.tsx'

const FROM = '/shell/devices/$deviceId/evidence'

/** Evidence of the device and the span in the address. */
export function EvidenceRoute() {
  const { deviceId } = useParams({ from: FROM })
  const address = useSearch({ from: FROM })
  const navigate = useNavigate({ from: '/devices/$deviceId/evidence' })
  return (
    <EvidencePage
      key={deviceId}
      deviceId={deviceId}
      address={address}
      onAddress={(search) => void navigate({ search })}
    />
  )
}
