import { infoOf } from '@greenwave/contract/wire/tolerant'
import { COMPUTED_USER_INFO } from '@greenwave/contract/wire/users'
import { differingFields, existingUsers } from './existing.ts'
import type { ImportEntry, ImporterContext } from './entryImport.ts'

/** The column of a user that never changes. */
const CUSTOMER = 'customer'

/**
 * Creates the importer of users of customers, matched by e-mail address. No mail is sent: activation links
 * are returned to the importing user.
 */
export async function userImporter({ call, isOverwriting, customers }: ImporterContext): Promise<ImportEntry> {
  const users = await existingUsers(call, [...customers.values()])
  const existing = new Map(users.map((one) => [one.entity.email.toLowerCase(), one]))
  const query = { sendActivationMail: 'false' }
  return async ({ name, values: { customer = '', ...values } }) => {
    const there = existing.get(name.toLowerCase())
    if (!there) {
      const customerId = customers.get(customer)?.id
      await call('saveUser', { query, body: { ...values, email: name, authority: 'CUSTOMER_USER', customerId } })
      return { state: 'created' }
    }
    const fields = differingFields({ ...values, customer, email: there.entity.email }, there.values)
    if (fields.length === 0) return { state: 'same' }
    if (!isOverwriting) return { state: 'conflict', fields }
    if (fields.includes(CUSTOMER)) {
      return { state: 'failed', why: `is a user of ${JSON.stringify(there.values.customer)}, which cannot be changed` }
    }
    const user = await call('user', { params: { userId: there.entity.id.id } })
    const info = Object.entries(infoOf(user.additionalInfo))
    const kept = info.filter(([key]) => !COMPUTED_USER_INFO.some((computed) => computed === key))
    const body = { ...user, ...values, email: user.email, additionalInfo: Object.fromEntries(kept) }
    await call('saveUser', { query, body })
    return { state: 'updated' }
  }
}
