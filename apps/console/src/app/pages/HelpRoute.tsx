import { useParams } from '@tanstack/react-router'
import { HelpPage } from '../../features/help/HelpPage.tsx'

/** The index of the documents, or the one in the address. */
export function HelpRoute() {
  const { page } = useParams({ strict: false })
  return <HelpPage name={page} />
}
