import { useParams } from '@tanstack/react-router'
import { CorridorPage } from '../../features/corridors/CorridorPage.tsx'

/** Connects the page of a corridor with the address. */
export function CorridorRoute() {
  const { corridorId } = useParams({ from: '/shell/corridors/$corridorId' })
  return <CorridorPage key={corridorId} corridorId={corridorId} />
}
