import { foldText } from '@greenwave/contract/text'
import type { User } from '@greenwave/contract/wire/users'
import { bodyText, createFinder, nextVersion, parseEntityBody } from './entityBody.ts'
import type { EntityDatabase } from './entityDatabase.ts'
import { createListReader, type ListShape } from './listQuery.ts'
import type { PageLink, UserCredentials } from './store.ts'
import { foldedPattern, orderKey } from './textOrder.ts'

const USER_LIST: ListShape = {
  table: 'users',
  columns: 'body',
  sort: {
    createdTime: 'created_time',
    firstName: 'first_name_key',
    lastName: 'last_name_key',
    email: 'email_key',
    authority: 'authority',
    phone: 'phone_key',
    id: 'id',
    version: 'version',
    tenantId: 'tenant_id',
    customerId: 'customer_id',
    additionalInfo: "body ->> '$.additionalInfo'",
  },
  search: ['email_search'],
  pattern: foldedPattern,
}
/** Properties by which the list can be sorted, the documented ones first. */
export const USER_SORTS = Object.keys(USER_LIST.sort)

/**
 * Creates the repository of users and their secrets. The secrets have a table of their own and are deleted with their
 * user.
 */
export function createUserRepository({ db, transaction }: EntityDatabase) {
  const byId = createFinder<User>(db, 'SELECT body FROM users WHERE id = ?')
  // Prefers the exact spelling among addresses that differ by case only, then the oldest account.
  const byEmail = createFinder<User>(
    db,
    'SELECT body FROM users WHERE email = ?1 COLLATE NOCASE ORDER BY email = ?1 DESC, email_twin LIMIT 1',
  )
  const selectTwins = db.prepare(
    'SELECT email FROM users AS one WHERE EXISTS (SELECT 1 FROM users AS twin WHERE twin.email_twin > 0 AND twin.email = one.email COLLATE NOCASE) ORDER BY email COLLATE NOCASE, email_twin',
  )
  const selectVersion = db.prepare('SELECT version FROM users WHERE id = ?')
  const upsert = db.prepare(`
    INSERT INTO users (id, tenant_id, customer_id, created_time, authority, email, email_key, email_search,
      first_name_key, last_name_key, phone_key, version, body)
    VALUES (:id, :tenantId, :customerId, :createdTime, :authority, :email, :emailKey, :emailSearch, :firstName,
      :lastName, :phone, :version, :body)
    ON CONFLICT (id) DO UPDATE SET customer_id = excluded.customer_id, authority = excluded.authority,
      email_twin = iif(users.email = excluded.email COLLATE NOCASE, users.email_twin, 0), email = excluded.email, email_key = excluded.email_key, email_search = excluded.email_search,
      first_name_key = excluded.first_name_key, last_name_key = excluded.last_name_key,
      phone_key = excluded.phone_key, version = excluded.version, body = excluded.body`)
  const deleteById = db.prepare('DELETE FROM users WHERE id = ?')
  const countOtherAdmins = db.prepare(`
    SELECT count(*) AS n FROM users JOIN user_credentials ON user_id = id
    WHERE tenant_id = ? AND authority = 'TENANT_ADMIN' AND enabled = 1 AND id <> ?`)
  const selectOfCustomer = db.prepare('SELECT body FROM users WHERE customer_id = ? ORDER BY id')
  const selectCredentials = db.prepare('SELECT * FROM user_credentials WHERE user_id = ?')
  const selectByToken = db.prepare('SELECT * FROM user_credentials WHERE activate_token = ?')
  const upsertCredentials = db.prepare(`
    INSERT INTO user_credentials (user_id, enabled, password_hash, activate_token, activate_token_exp_time,
      failed_login_attempts, locked_until, last_login_ts, disabled, must_change_password, email_unproved)
    VALUES (:userId, :enabled, :passwordHash, :activateToken, :activateTokenExpTime, :failedLoginAttempts,
      :lockedUntil, :lastLoginTs, :disabled, :mustChangePassword, :isEmailUnproved)
    ON CONFLICT (user_id) DO UPDATE SET enabled = excluded.enabled, password_hash = excluded.password_hash,
      activate_token = excluded.activate_token, activate_token_exp_time = excluded.activate_token_exp_time,
      failed_login_attempts = excluded.failed_login_attempts, locked_until = excluded.locked_until,
      last_login_ts = excluded.last_login_ts, disabled = excluded.disabled,
      must_change_password = excluded.must_change_password, email_unproved = excluded.email_unproved`)
  const selectIds = db.prepare(
    'SELECT id FROM users WHERE tenant_id = ?1 AND (?2 IS NULL OR customer_id = ?2) ORDER BY created_time, id',
  )
  const readPage = createListReader<User>(db, USER_LIST, parseEntityBody)

  return {
    byId,
    /**
     * Finds a user by address, ignoring case. Among accounts of the first release that differ by case only, the exact
     * spelling wins, otherwise the oldest.
     */
    byEmail,
    /** Returns the addresses that differ from another one by case only. */
    twinAddresses: () => selectTwins.all().map(({ email }) => String(email)),
    save: (user: User, expectedVersion?: number) =>
      transaction(() => {
        const version = nextVersion('User', selectVersion.get(user.id.id)?.version, expectedVersion)
        const saved: User = { ...user, name: user.email, version }
        upsert.run({
          id: saved.id.id,
          tenantId: saved.tenantId.id,
          customerId: saved.customerId.id,
          createdTime: saved.createdTime,
          authority: saved.authority,
          email: saved.email,
          emailKey: orderKey(saved.email),
          emailSearch: foldText(saved.email),
          firstName: orderKey(saved.firstName),
          lastName: orderKey(saved.lastName),
          phone: orderKey(saved.phone),
          version,
          body: bodyText('User', saved),
        })
        return saved
      }),
    remove(id: string) {
      deleteById.run(id)
    },
    credentials(userId: string) {
      const row = selectCredentials.get(userId)
      return row && readCredentials(row)
    },
    credentialsByActivateToken(token: string) {
      const row = selectByToken.get(token)
      return row && readCredentials(row)
    },
    saveCredentials(credentials: UserCredentials) {
      transaction(() =>
        upsertCredentials.run({
          ...credentials,
          enabled: credentials.enabled ? 1 : 0,
          disabled: credentials.disabled ? 1 : 0,
          mustChangePassword: credentials.mustChangePassword ? 1 : 0,
          isEmailUnproved: credentials.isEmailUnproved ? 1 : 0,
        }),
      )
    },
    /** Returns how many enabled administrators a tenant has besides this user. */
    countOtherAdmins: (tenantId: string, userId: string) => Number(countOtherAdmins.get(tenantId, userId)?.n ?? 0),
    /** Returns the ids of a customer's users, or without a customer of all users of the tenant, the oldest first. */
    ids: (tenantId: string, customerId: string | undefined) =>
      selectIds.all(tenantId, customerId ?? null).map(({ id }) => String(id)),
    /** Returns a page of a customer's users, or without a customer of all users of the tenant. */
    page: (tenantId: string, customerId: string | undefined, link: PageLink) => {
      const ofTenant = { sql: 'tenant_id = ?', value: tenantId }
      return readPage(
        customerId === undefined ? [ofTenant] : [ofTenant, { sql: 'customer_id = ?', value: customerId }],
        link,
      )
    },
    ofCustomer: (customerId: string) => selectOfCustomer.all(customerId).map((row) => parseEntityBody<User>(row)),
  }
}

function readCredentials(row: Record<string, unknown>): UserCredentials {
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
  const number = (value: unknown): number | null => (value === null ? null : Number(value))
  return {
    userId: String(row.user_id),
    enabled: row.enabled === 1,
    passwordHash: text(row.password_hash),
    activateToken: text(row.activate_token),
    activateTokenExpTime: number(row.activate_token_exp_time),
    failedLoginAttempts: Number(row.failed_login_attempts),
    lockedUntil: number(row.locked_until),
    lastLoginTs: number(row.last_login_ts),
    disabled: row.disabled === 1,
    mustChangePassword: row.must_change_password === 1,
    isEmailUnproved: row.email_unproved === 1,
  }
}
