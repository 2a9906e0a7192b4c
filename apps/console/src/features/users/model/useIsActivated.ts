import { infoOf } from '@greenwave/contract/tolerant'
import { useQuery } from '@tanstack/react-query'
import { userQuery } from '../../../data/queries/users.ts'

/**
 * Returns whether a user has a password already; false while this is unknown, as on platforms that do not report it.
 * Only the call for a single user reports it, not the list, so it is made for rows on screen only.
 */
export function useIsActivated(userId: string, onScreen: boolean): boolean {
  const user = useQuery({ ...userQuery(userId), enabled: onScreen })
  return infoOf(user.data?.additionalInfo).userActivated === true
}
