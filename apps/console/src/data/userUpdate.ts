import { infoOf } from '@greenwave/contract/tolerant'
import { COMPUTED_USER_INFO, type User, type UserRequest } from '@greenwave/contract/users'

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
  const computed: readonly string[] = COMPUTED_USER_INFO
  const info = Object.entries(infoOf(read.additionalInfo))
  // Notes that are not an object, which the platform allows, have no computed members and stay as they are.
  const additionalInfo =
    info.length > 0 ? Object.fromEntries(info.filter(([key]) => !computed.includes(key))) : read.additionalInfo
  return { ...read, ...trimmed(fields), additionalInfo }
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
