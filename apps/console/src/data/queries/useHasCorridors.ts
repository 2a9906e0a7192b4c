import { useQuery } from '@tanstack/react-query'
import { useSession } from '../session.ts'

const STALE_MS = 300_000

/** Returns whether the user has corridors to see: an administrator always, a customer user when one is the customer's. */
export function useHasCorridors(): boolean {
  const session = useSession()
  const isCustomerUser = session.state === 'signedIn' && session.isCustomerUser
  const { data = false } = useQuery({
    queryKey: ['corridors', 'any', isCustomerUser && session.user.customerId],
    // What calls the platform about corridors is loaded for customer users alone.
    queryFn: async ({ signal }) => (await import('./corridors.ts')).hasCorridors(session, signal),
    staleTime: STALE_MS,
    enabled: isCustomerUser,
  })
  return data || (session.state === 'signedIn' && session.isTenantAdmin)
}
