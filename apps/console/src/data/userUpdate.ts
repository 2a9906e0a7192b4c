import { type NotifyRules, withNotifyRules } from '@greenwave/contract/records/notify'
import { infoOf } from '@greenwave/contract/wire/tolerant'
import { COMPUTED_USER_INFO, type User, type UserRequest } from '@greenwave/contract/wire/users'

/** The fields of a user that a form can change. */
export type UserFields = {
  email: string
  firstName: string
  lastName: string
  phone: string
}

/** Returns the form values of a stored user. Missing values are empty. */
export function userFields(user: User): UserFields {
  return {
    email: user.email,
    firstName: user.firstName ?? '',
    lastName: user.lastName ?? '',
    phone: user.phone ?? '',
  }
}

/**
 * Returns the body that updates a user: the whole object as it was read, with its version. It leaves out the members of
 * additionalInfo that the platform computes on reading, which would otherwise be stored as ordinary values.
 */
export function userUpdate(read: User, fields: UserFields): UserRequest {
  return { ...read, ...trimmed(fields), additionalInfo: storedInfo(read.additionalInfo) }
}

/** Returns the body that updates a user's rules of notification, and nothing else. */
export function rulesUpdate(read: User, rules: NotifyRules): UserRequest {
  return { ...read, additionalInfo: withNotifyRules(storedInfo(read.additionalInfo), rules) }
}

function storedInfo(additionalInfo: unknown): unknown {
  const computed: readonly string[] = COMPUTED_USER_INFO
  const info = Object.entries(infoOf(additionalInfo))
  // Notes that are not an object, which the platform allows, have no computed members and stay as they are.
  return info.length > 0 ? Object.fromEntries(info.filter(([key]) => !computed.includes(key))) : additionalInfo
}

/**
 * Returns the user to which a form's input is added: the newest that was read, if what the form shows is the same there;
 * otherwise the one that the form read, so that the platform refuses to overwrite another user's changes.
 */
export function updateBase(read: User, newest: User | undefined, isSame: (newest: User) => boolean): User {
  return newest && (newest.version ?? 0) > (read.version ?? 0) && isSame(newest) ? newest : read
}

/** Returns the fields without surrounding spaces. */
export function trimmed(fields: UserFields): UserFields {
  return {
    email: fields.email.trim(),
    firstName: fields.firstName.trim(),
    lastName: fields.lastName.trim(),
    phone: fields.phone.trim(),
  }
}
