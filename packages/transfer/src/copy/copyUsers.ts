/** Copies users of customers, who are found by their e-mail addresses. Passwords cannot be copied. */
import { ApiError } from '@greenwave/client/callErrors'
import { infoOf } from '@greenwave/contract/wire/tolerant'
import { COMPUTED_USER_INFO, type User } from '@greenwave/contract/wire/users'
import type { EntryOutcome } from '../entryImport.ts'
import { type CopyContext, type CopyJob, type CopyPage, type ListQuery, pagesOf } from './copyContext.ts'
import { customerPages } from './copyCustomers.ts'
import { copyEntity, type Match } from './copyEntity.ts'
import { differingMembers } from './exactJson.ts'

/** Dashboards are not copied, and a platform would drop their ids. */
const DASHBOARDS = ['defaultDashboardId', 'homeDashboardId']
/** No mail is sent: whoever copies hands out the links. */
const QUERY = { sendActivationMail: 'false' }

/**
 * Returns how users are copied.
 * @param onLink called for each user without a password there, with the link by which the user chooses one
 */
export function usersJob(context: CopyContext, onLink: (email: string, link: string) => void): CopyJob<User> {
  const { from, to, ids, isDryRun } = context

  async function find(row: User): Promise<Match | undefined> {
    const there = await userOfEmail(row.email)
    if (!there) return undefined
    const wanted = contentOf(row)
    const present = { ...there, additionalInfo: notesOf(there.additionalInfo) }
    return {
      id: there.id,
      fields: differingMembers(wanted, present),
      replace: () => to('saveUser', { query: QUERY, body: { ...there, ...wanted } }),
    }
  }

  const create = (row: User) => to('saveUser', { query: QUERY, body: { email: row.email, ...contentOf(row) } })

  function contentOf({ firstName, lastName, phone, authority, customerId, additionalInfo }: User) {
    return {
      ...{ firstName, lastName, phone, authority },
      customerId: ids.customerOf(customerId),
      additionalInfo: ids.translate(notesOf(additionalInfo)),
    }
  }

  async function userOfEmail(email: string): Promise<User | undefined> {
    const search = (query: ListQuery) => to('users', { query: { ...query, textSearch: email } })
    for await (const { rows } of pagesOf(context, search)) {
      const found = rows.find((row) => row.email.toLowerCase() === email.toLowerCase())
      if (found) return found
    }
    return undefined
  }

  async function copy(row: User): Promise<EntryOutcome> {
    // A platform that lists others among a customer's users would make itself an administrator there.
    if (row.authority !== 'CUSTOMER_USER') return { state: 'failed', why: 'is no user of a customer: make it by hand' }
    const outcome = await copyEntity(context, { find, create }, row)
    const userId = ids.of(row.id.id)
    if (!isDryRun && userId !== undefined && !(await isDisabled(row))) {
      const link = await linkOf(userId)
      if (link !== undefined) onLink(row.email, link)
    }
    return outcome
  }

  /** Who may not sign in there gets no link that would let them in here. */
  async function isDisabled({ id }: User): Promise<boolean> {
    const { additionalInfo } = await from('user', { params: { userId: id.id } })
    const { userCredentialsEnabled, userActivated } = infoOf(additionalInfo)
    return userActivated === true && userCredentialsEnabled === false
  }

  async function linkOf(userId: string): Promise<string | undefined> {
    try {
      return (await to('activationLinkInfo', { params: { userId } })).value
    } catch (error) {
      // Who has a password needs no link.
      if (error instanceof ApiError && error.status === BAD_REQUEST) return undefined
      throw error
    }
  }

  return {
    kind: 'users',
    pages: () => userPages(context),
    idOf: ({ id }) => id.id,
    nameOf: ({ email }) => email,
    copy,
  }
}

const BAD_REQUEST = 400

async function* userPages(context: CopyContext): AsyncGenerator<CopyPage<User>, void, void> {
  for await (const { rows: customers, fraction } of customerPages(context)) {
    for (const { id } of customers) {
      const read = (query: ListQuery) => context.from('customerUsers', { params: { customerId: id.id }, query })
      for await (const { rows } of pagesOf(context, read)) yield { rows, fraction }
    }
  }
}

/** Selects the notes of a user, without the last test message, which would be sent again. */
function notesOf(additionalInfo: unknown): unknown {
  if (typeof additionalInfo === 'string') return additionalInfo
  const left: readonly string[] = [...DASHBOARDS, ...COMPUTED_USER_INFO]
  const kept = Object.entries(infoOf(additionalInfo)).filter(([key]) => !left.includes(key))
  const notes: Readonly<Record<string, unknown>> = Object.fromEntries(kept)
  const gw = infoOf(notes.gw)
  if (gw.notify === undefined) return kept.length > 0 ? notes : null
  const { test: _, ...notify } = infoOf(gw.notify)
  return { ...notes, gw: { ...gw, notify } }
}
