import type * as z from 'zod/mini'
import { listAddress } from '../../../ui/lists/listAddress.ts'

/** Query parameters of /customers. */
export const CustomersAddress = listAddress(['createdTime', 'title', 'email'], 'createdTime')
export type CustomersAddress = z.infer<typeof CustomersAddress>
