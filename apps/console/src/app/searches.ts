/** The query parameters of each route: typed, and with the default in the place of what is missing or makes no sense. */
import type { SearchSchemaInput } from '@tanstack/react-router'
import * as z from 'zod/mini'

/** Pages count from zero in the address, as in the calls. */
const page = z.catch(z.int().check(z.minimum(0)), 0)
export const DEFAULT_PAGE_SIZE = 10
const pageSize = z.catch(z.int().check(z.minimum(1), z.maximum(100)), DEFAULT_PAGE_SIZE)
const sortOrder = z.catch(z.enum(['ASC', 'DESC']), 'ASC')

const DevicesSearch = z.object({
  page,
  pageSize,
  sortProperty: z.catch(z.enum(['name', 'type', 'createdTime', 'active']), 'name'),
  sortOrder,
})
export type DevicesSearch = z.output<typeof DevicesSearch>
export const DEVICES_DEFAULTS: DevicesSearch = z.parse(DevicesSearch, {})

const CustomersSearch = z.object({
  page,
  pageSize,
  sortProperty: z.catch(z.enum(['title', 'email', 'createdTime']), 'createdTime'),
  sortOrder,
})
export type CustomersSearch = z.output<typeof CustomersSearch>
export const CUSTOMERS_DEFAULTS: CustomersSearch = z.parse(CustomersSearch, {})

const UsersSearch = z.object({
  page,
  pageSize,
  sortProperty: z.catch(z.enum(['email', 'firstName', 'authority', 'createdTime']), 'createdTime'),
  sortOrder,
})
export type UsersSearch = z.output<typeof UsersSearch>
export const USERS_DEFAULTS: UsersSearch = z.parse(UsersSearch, {})

const DashboardSearch = z.object({
  /** The selected device. */
  device: z.catch(z.optional(z.string()), undefined),
})
export type DashboardSearch = z.output<typeof DashboardSearch>

const AccountSearch = z.object({ tab: z.catch(z.enum(['profile', 'security']), 'profile') })
export type AccountSearch = z.output<typeof AccountSearch>
export const ACCOUNT_DEFAULTS: AccountSearch = z.parse(AccountSearch, {})

type Input<T> = Partial<T> & SearchSchemaInput

export const devicesSearch = (input: Input<DevicesSearch>): DevicesSearch => z.parse(DevicesSearch, input)
export const customersSearch = (input: Input<CustomersSearch>): CustomersSearch => z.parse(CustomersSearch, input)
export const usersSearch = (input: Input<UsersSearch>): UsersSearch => z.parse(UsersSearch, input)
export const dashboardSearch = (input: Input<DashboardSearch>): DashboardSearch => z.parse(DashboardSearch, input)
export const accountSearch = (input: Input<AccountSearch>): AccountSearch => z.parse(AccountSearch, input)
