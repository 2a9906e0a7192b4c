import { useParams } from '@tanstack/react-router'
import { CorridorPlanPage } from '../../features/corridors/CorridorPlanPage.tsx'
import { FindingNotes } from '../../features/device/dialogs/FindingNotes.tsx'
import { SendOwnValues } from '../../features/rollouts/SendOwnValues.tsx'
import { TenantAdminOnly } from './TenantAdminOnly.tsx'

/** Connects the planner of a corridor with the address, the notes for findings, and the sending in stages. */
export function CorridorPlanRoute() {
  const { corridorId } = useParams({ from: '/shell/corridors/$corridorId/plan' })
  return (
    <TenantAdminOnly>
      <CorridorPlanPage
        key={corridorId}
        corridorId={corridorId}
        renderFindings={(findings) => <FindingNotes findings={findings} />}
        renderSend={(title, sent) => <SendOwnValues title={title} {...sent} />}
      />
    </TenantAdminOnly>
  )
}
