import { randomUUID } from 'node:crypto'
import { entityRef, NULL_UUID } from '@greenwave/contract/wire/ids'
import type { User } from '@greenwave/contract/wire/users'
import { actorOf, savedAs, subjectOf } from '../../audit/action.ts'
import type { AuditTrail } from '../../audit/auditTrail.ts'
import type { Store } from '../../store/openStore.ts'
import type { UserCredentials } from '../../store/store.ts'
import type { Accounts } from '../accounts.ts'
import type { ProvedPerson } from './provedPerson.ts'
import type { ProviderOptions } from './providerOptions.ts'
import { ProviderRefusal } from './provider.ts'

interface ProviderAccountsParts {
  readonly store: Store
  readonly accounts: Accounts
  readonly audit: AuditTrail
  readonly options: ProviderOptions
  readonly now: () => number
}

interface Admitted {
  readonly user: User
  readonly credentials: UserCredentials
  /** Whether something was written for it, which must be committed before it counts. */
  readonly isWritten: boolean
}

/** Finds or creates the accounts of people whom the provider proved. */
export interface ProviderAccounts {
  /**
   * Returns the account of a person: the one that they signed in to before, otherwise that of their verified e-mail
   * address, otherwise a new one if the options allow it.
   * @throws {ProviderRefusal}
   */
  admit(issuer: string, person: ProvedPerson): Admitted
}

/** Creates the accounts of a provider. */
export function createProviderAccounts(parts: ProviderAccountsParts): ProviderAccounts {
  const { store, accounts, audit, options, now } = parts

  /** Returns the customer that the provider names; undefined if customers are not the provider's. */
  function customerOf({ customers }: ProvedPerson, tenantId: string, user?: User): string | undefined {
    if (customers === undefined) return undefined
    const found = new Set(customers.flatMap((title) => store.customers.byTitle(tenantId, title)?.id.id ?? []))
    const [only] = found
    if (only !== undefined && found.size === 1) return only
    const named = customers.length === 0 ? 'none' : customers.slice(0, 20).join(', ')
    const says = `the claim ${options.customerClaim} names ${found.size} customers of this installation; it says: ${named}`
    throw new ProviderRefusal('noCustomer', says, { ...(user && { user }) })
  }

  /** Refuses a user whose role or customer here is another one than the provider says. */
  function checkFits(user: User, person: ProvedPerson): void {
    const isAdministrator = user.authority === 'TENANT_ADMIN'
    const says = person.isAdministrator === true ? 'an administrator' : 'no administrator'
    if (person.isAdministrator !== undefined && person.isAdministrator !== isAdministrator) {
      throw new ProviderRefusal('notAsHere', `${user.email} is ${says} at the provider, but not so here`, { user })
    }
    if (isAdministrator) return
    const customer = customerOf(person, user.tenantId.id, user)
    if (customer !== undefined && customer !== user.customerId.id) {
      throw new ProviderRefusal('notAsHere', `${user.email} has another customer at the provider than here`, { user })
    }
  }

  function existing(issuer: string, person: ProvedPerson): User | undefined {
    const linked = store.providerIdentities.userOf(issuer, person.subject)
    if (linked !== undefined) return store.users.byId(linked)
    if (person.email === undefined) {
      throw new ProviderRefusal('emailNotVerified', 'the provider states no verified e-mail address')
    }
    const user = store.users.byEmail(person.email)
    // An address that was handed on must not bring its next owner into the account of the one before.
    if (user !== undefined && store.providerIdentities.subjectOf(issuer, user.id.id) !== undefined) {
      const says = `the account ${user.email} belongs to another person of the provider`
      throw new ProviderRefusal('otherPerson', says, { user })
    }
    if (user !== undefined && store.users.credentials(user.id.id)?.isEmailUnproved) {
      const says = `the account ${user.email} chose this address itself: an administrator who saves the user confirms it`
      throw new ProviderRefusal('otherPerson', says, { user })
    }
    return user
  }

  function create(person: ProvedPerson): User {
    const { email = '', firstName, lastName, isAdministrator = false } = person
    const authority = isAdministrator ? 'TENANT_ADMIN' : 'CUSTOMER_USER'
    const mayCreate = options.creates === 'everyone' || (options.creates === 'customer' && !isAdministrator)
    const [tenant] = store.tenants.all()
    if (!mayCreate || tenant === undefined) throw new ProviderRefusal('noAccount', `there is no account ${email}`)
    const customer = isAdministrator ? NULL_UUID : customerOf(person, tenant.id)
    if (customer === undefined) {
      throw new ProviderRefusal('noCustomer', `no claim says which customer ${email} belongs to`)
    }
    const user: User = {
      id: entityRef('USER', randomUUID()),
      createdTime: now(),
      tenantId: entityRef('TENANT', tenant.id),
      customerId: entityRef('CUSTOMER', customer),
      email,
      name: email,
      authority,
      firstName,
      lastName,
      phone: null,
      additionalInfo: null,
    }
    const save = (): User => {
      const saved = store.users.save(user)
      accounts.open(saved.id.id)
      return saved
    }
    return audit.audited({ actor: actorOf(user), type: 'ADDED', ...subjectOf(user) }, save, savedAs)
  }

  return {
    admit: (issuer, person) =>
      store.transaction(() => {
        const found = existing(issuer, person)
        if (found !== undefined) checkFits(found, person)
        const user = found ?? create(person)
        const wasEnabled = store.users.credentials(user.id.id)?.enabled
        const credentials = accounts.activateByProvider(user.id.id)
        if (credentials === undefined) throw new ProviderRefusal('disabled', `${user.email} is disabled`, { user })
        const isNew = store.providerIdentities.userOf(issuer, person.subject) === undefined
        if (isNew) store.providerIdentities.save(issuer, person.subject, user.id.id)
        return { user, credentials, isWritten: isNew || !wasEnabled }
      }),
  }
}
