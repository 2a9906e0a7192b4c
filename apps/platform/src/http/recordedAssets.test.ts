/** @file What was recorded about assets with a ThingsBoard CE 4.3 is answered alike, or as listed here. */
import { systemOfTests } from '@greenwave/harness/ofTest'
import type { RecordedRequest } from '@greenwave/client/testing/thingsboardExchanges'
import { expect, it } from 'vitest'
import { RecordedNames, recordedRequests } from '../testing/recordedExchanges.ts'
import { type Caller, createTestPlatform } from '../testing/testPlatform.ts'

const exchanges = recordedRequests('assets')

/** Exchanges that are answered otherwise, by their number. */
const DIFFERENT: Readonly<Record<number, { readonly why: string; readonly status: number; readonly message: RegExp }>> =
  {
    459: { why: 'a bad request is no error of ours', status: 400, message: /^Unsupported sort property 'foo'/ },
  }
/** Writes of customer users, who only watch here. The administrator makes them in their place. */
const ONLY_WATCHES = [461, 470]

const platform = systemOfTests(await createTestPlatform())
const [one, two] = [await platform.customer('ctr-cust1'), await platform.customer('ctr-cust2')]
const callers = {
  tenantAdmin: platform.admin,
  customerUser1: (await platform.customerUser(one, 'ctr-u1@greenwave.test')).caller,
  customerUser2: (await platform.customerUser(two, 'ctr-u2@greenwave.test')).caller,
}
const device = await platform.device('ctr-TLC-0001')
const names = new RecordedNames({ customer1: one.id.id, customer2: two.id.id, device1: device.id.id })

function make({ method, path, body }: RecordedRequest, caller: Caller) {
  const url = names.placed(path)
  if (method === 'GET') return caller.get(url)
  return method === 'DELETE'
    ? caller.delete(url)
    : caller.post(url, body === undefined ? undefined : names.placed(body))
}

/**
 * Returns the records of an audit log that say what succeeded, with the members that do not differ from run to run.
 * There are no relations here, and the administrator wrote in the place of a customer's user.
 */
function keptRecords(page: unknown) {
  const { data }: { data: Record<string, unknown>[] } = Object(page)
  const succeeded = data.filter(
    ({ actionStatus, actionType }) => actionStatus === 'SUCCESS' && !String(actionType).startsWith('RELATION'),
  )
  return {
    data: succeeded.map(({ entityId, entityName, actionType, actionData, customerId }) => {
      const record = { entityId, entityName, actionType, actionData }
      return String(actionType).startsWith('ATTRIBUTES') ? record : { ...record, customerId }
    }),
  }
}

it.each(exchanges)('$n $title', async (exchange) => {
  const { n, by, path, status, answer } = exchange
  if (ONLY_WATCHES.includes(n)) expect((await make(exchange, callers[by])).statusCode).toBe(403)
  const response = await make(exchange, callers[ONLY_WATCHES.includes(n) ? 'tenantAdmin' : by])
  const different = DIFFERENT[n]
  if (different !== undefined) {
    const { status: ours, message } = different
    expect([response.statusCode, response.json()]).toEqual([
      ours,
      expect.objectContaining({ message: expect.stringMatching(message) }),
    ])
    return
  }
  const isJson = String(response.headers['content-type']).startsWith('application/json')
  const read = isJson ? response.json() : response.body
  const [ours, theirs] = [read, answer].map((one) => inAnyOrder(path.startsWith('/api/audit') ? keptRecords(one) : one))
  expect([response.statusCode, ours]).toEqual([status, names.expected(theirs, ours)])
})

/** Returns attributes in the order of their names, because no order is promised; other answers unchanged. */
function inAnyOrder(answer: unknown): unknown {
  const isAttributes = Array.isArray(answer) && answer.every((item) => typeof item.key === 'string')
  return isAttributes ? answer.toSorted((a, b) => (a.key < b.key ? -1 : 1)) : answer
}
