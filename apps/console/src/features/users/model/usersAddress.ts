import type * as z from 'zod/mini'
import { listAddress } from '../../../ui/lists/listAddress.ts'

/** Query parameters of /customers/:customerId/users. */
export const UsersAddress = listAddress(['createdTime', 'email', 'firstName', 'authority'], 'createdTime')
export type UsersAddress = z.infer<typeof UsersAddress>
