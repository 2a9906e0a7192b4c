import { differingFields } from './differingFields.ts'
import { existingCustomers } from './existing.ts'
import type { ImportEntry, ImporterContext } from './entryImport.ts'

/** Creates the importer of customers, matched by title. */
export async function customerImporter({ call, isOverwriting }: ImporterContext): Promise<ImportEntry> {
  const existing = new Map((await existingCustomers(call)).map((one) => [one.entity.title, one]))
  return async ({ name, values }) => {
    const there = existing.get(name)
    if (!there) {
      await call('saveCustomer', { body: { ...values, title: name, additionalInfo: {} } })
      return { state: 'created' }
    }
    const fields = differingFields(values, there.values)
    if (fields.length === 0) return { state: 'same' }
    if (!isOverwriting) return { state: 'conflict', fields }
    await call('saveCustomer', { body: { ...there.entity, ...values } })
    return { state: 'updated' }
  }
}
