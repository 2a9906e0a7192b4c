import type * as z from 'zod/mini'
import { listAddress } from '../../../ui/lists/listAddress.ts'

/** The query parameters of /customers. */
export const CustomersAddress = listAddress(['createdTime', 'title', 'email'], 'createdTime')
/** The query parameters of /customers, as read. */
export type CustomersAddress = z.infer<typeof CustomersAddress>
