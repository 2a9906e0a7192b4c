/**
 * @file Changes of users' own e-mail addresses. A new address counts, for sign-in, for mails and for the sign-in
 * provider, only once it is proved: by a link mailed to it, or by an administrator where no link can be mailed.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { PendingEmail, User } from '@greenwave/contract/wire/users'
import { type Actor, actorOf, savedAs, subjectOf } from '../audit/action.ts'
import type { AuditTrail } from '../audit/auditTrail.ts'
import { LIMITS } from '../limits/limits.ts'
import type { Store } from '../store/openStore.ts'
import type { EmailChange } from '../store/store.ts'
import type { AccountMails } from './accountMails.ts'
import { createExpiringMap } from './expiringMap.ts'
import { badRequest, Refusal } from './refusal.ts'

/** Lifetime of the link that confirms a new address, milliseconds; the mail states it. */
const PENDING_MS = 3 * 86_400_000
const DAY_MS = 86_400_000
const MAX_REMEMBERED = 50_000

/** Changes of users' own e-mail addresses. */
export interface EmailChanges {
  /** Returns the new address that a user requested; undefined without one, or when it has expired. */
  pending(userId: string): PendingEmail | undefined
  /**
   * Stores a new address of a user, in the transaction of the caller. Returns a function that sends the mails, to be
   * called when the change is on disk. Callers learn nothing about who else has the address.
   * @throws {Refusal} 429 after too many changes of the user, or to the address
   */
  begin(user: User, email: string): () => void
  /** Drops the new address of a user, if there is one. */
  cancel(actor: Actor, user: User): void
  /** Confirms a new address with the token of the mailed link. @throws {Refusal} */
  confirmByLink(token: string): User
  /** Confirms the new address of a user for an administrator. @throws {Refusal} */
  confirmByAdministrator(actor: Actor, user: User): User
}

interface EmailChangesParts {
  readonly store: Store
  readonly mails: AccountMails
  readonly audit: AuditTrail
  readonly now: () => number
}

/** Creates the changes of e-mail addresses. */
export function createEmailChanges({ store, mails, audit, now }: EmailChangesParts): EmailChanges {
  const ofUsers = createExpiringMap<number>(DAY_MS, MAX_REMEMBERED, now)
  const toAddresses = createExpiringMap<number>(DAY_MS, MAX_REMEMBERED, now)

  const alive = (change: EmailChange | undefined): EmailChange | undefined =>
    change !== undefined && change.expiresTs > now() ? change : undefined

  function confirm(actor: Actor, user: User, { email }: EmailChange, confirmedBy: string): User {
    const save = (): User =>
      store.transaction(() => {
        const holder = store.users.byEmail(email)
        if (holder !== undefined && holder.id.id !== user.id.id) {
          throw badRequest(`User with email '${email}' already present in database!`)
        }
        store.emailChanges.remove(user.id.id)
        markEmailProved(store, user.id.id)
        return store.users.save({ ...user, email })
      })
    const saved = audit.audited({ actor, type: 'UPDATED', ...subjectOf(user) }, save, (changed) => ({
      ...savedAs(changed),
      data: { entity: changed, emailConfirmedBy: confirmedBy },
    }))
    mails.changed({ old: user.email, new: email })
    return saved
  }

  return {
    pending(userId) {
      const change = alive(store.emailChanges.of(userId))
      return change && { email: change.email, expiresTs: change.expiresTs, isMailed: change.tokenHash !== null }
    },

    begin(user, email) {
      const userId = user.id.id
      const address = email.toLowerCase()
      const [changes, requests] = [ofUsers.get(userId) ?? 0, toAddresses.get(address) ?? 0]
      if (changes >= LIMITS.emailChangesOfUser.value || requests >= LIMITS.emailChangesToAddress.value) {
        throw new Refusal('tooManyRequests', 'email: too many changes of the e-mail address. Try again in a day.')
      }
      ofUsers.set(userId, changes + 1)
      toAddresses.set(address, requests + 1)
      // Also made for an address that belongs to another user, so that nothing differs; it is never mailed then.
      const token = randomBytes(32).toString('base64url')
      const isTaken = store.users.byEmail(email) !== undefined
      store.emailChanges.save({
        userId,
        email,
        tokenHash: mails.canSendLinks ? hashOf(token) : null,
        expiresTs: now() + PENDING_MS,
      })
      return () => {
        const addresses = { old: user.email, new: email }
        mails.requested(addresses)
        if (mails.canSendLinks && !isTaken) mails.confirmation(addresses, token)
      }
    },

    cancel(actor, user) {
      const change = store.emailChanges.of(user.id.id)
      if (change === undefined) return
      const data = { droppedEmail: change.email }
      audit.audited({ actor, type: 'UPDATED', ...subjectOf(user), data }, () => store.emailChanges.remove(user.id.id))
    },

    confirmByLink(token) {
      const change = alive(store.emailChanges.byTokenHash(hashOf(token)))
      const user = change && store.users.byId(change.userId)
      if (change === undefined || user === undefined) {
        throw badRequest('This link is no longer valid: change the e-mail address in your profile again')
      }
      return confirm(actorOf(user), user, change, 'link')
    },

    confirmByAdministrator(actor, user) {
      const change = alive(store.emailChanges.of(user.id.id))
      if (change === undefined) throw badRequest('No new e-mail address waits for its confirmation')
      if (actor.userId === user.id.id && change.tokenHash !== null) {
        throw badRequest(`Open the link that was sent to ${change.email}`)
      }
      return confirm(actor, user, change, 'administrator')
    },
  }
}

/** Records that an address was proved, or that an administrator gave it. */
export function markEmailProved(store: Store, userId: string): void {
  const credentials = store.users.credentials(userId)
  if (credentials?.isEmailUnproved) store.users.saveCredentials({ ...credentials, isEmailUnproved: false })
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')
