import { infoOf } from '@greenwave/contract/tolerant'
import { COMPUTED_USER_INFO, type User, type UserRequest } from '@greenwave/contract/users'

/** What a form can change of a user. */
export type UserFields = {
  email: string
  firstName: string
  lastName: string
  phone: string
}

/** Form values of a stored user; what the platform lacks is empty. */
export function userFields(user: User): UserFields {
  return {
    email: user.email,
    firstName: user.firstName ?? '',
    lastName: user.lastName ?? '',
    phone: user.phone ?? '',
  }
}

/**
 * Body that updates a user: the whole object as it was read, with its version. The members of additionalInfo that the
 * platform computes on reading are left out, or they would be stored as ordinary values.
 */
export function userUpdate(read: User, fields: UserFields): UserRequest {
  const computed: readonly string[] = COMPUTED_USER_INFO
  const info = Object.entries(infoOf(read.additionalInfo))
  // Notes that are no object, which the wire allows, have no computed members and stay as they are.
  const additionalInfo =
    info.length > 0 ? Object.fromEntries(info.filter(([key]) => !computed.includes(key))) : read.additionalInfo
  return { ...read, ...trimmed(fields), additionalInfo }
}

/** The fields without spaces around them. */
export function trimmed(fields: UserFields): UserFields {
  return {
    email: fields.email.trim(),
    firstName: fields.firstName.trim(),
    lastName: fields.lastName.trim(),
    phone: fields.phone.trim(),
  }
}
