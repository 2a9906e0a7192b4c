import { useSearch } from '@tanstack/react-router'
import { WorksPage } from '../../features/works/WorksPage.tsx'

/** The works on the junction in the address, or on all. */
export function WorksRoute() {
  const { junction } = useSearch({ from: '/shell/changes/works' })
  return <WorksPage junction={junction} />
}
