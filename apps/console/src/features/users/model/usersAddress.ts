import type * as z from 'zod/mini'
import { listAddress } from '../../../ui/lists/listAddress.ts'

/** The query parameters of /customers/:customerId/users. */
export const UsersAddress = listAddress(['createdTime', 'email', 'firstName', 'authority'], 'createdTime')
/** The query parameters of /customers/:customerId/users, as read. */
export type UsersAddress = z.infer<typeof UsersAddress>
