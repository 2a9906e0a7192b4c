import { infoOf } from '@greenwave/contract/tolerant'
import { useQuery } from '@tanstack/react-query'
import { userQuery } from '../../../data/queries/users.ts'

/**
 * Returns whether a user has a password already; false while that is not known, as on platforms that do not say so. The list
 * does not tell it, the call for one user does: it is asked for rows on screen.
 */
export function useIsActivated(userId: string, onScreen: boolean): boolean {
  const user = useQuery({ ...userQuery(userId), enabled: onScreen })
  return infoOf(user.data?.additionalInfo).userActivated === true
}
