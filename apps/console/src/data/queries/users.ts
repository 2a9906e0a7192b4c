import type { Page, PageRequest } from '@greenwave/contract/wire/page'
import type { User, UserRequest } from '@greenwave/contract/wire/users'
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { callUsers } from '../userApi.ts'

const userKeys = {
  all: ['users'] as const,
  lists: ['users', 'list'] as const,
  one: (userId: string) => ['users', 'one', userId] as const,
}

/** Reads one page of a customer's users. */
export function customerUsersQuery(customerId: string, request: PageRequest) {
  return queryOptions({
    queryKey: [...userKeys.lists, customerId, request],
    queryFn: ({ signal }) => callUsers('customerUsers', { params: { customerId }, query: request, signal }),
    placeholderData: keepPreviousData,
  })
}

/**
 * Reads the users to whom an alarm can be assigned: administrators and users of the junction's customer (null: without a
 * customer), among the first hundred users whose e-mail address contains a text.
 */
export function assignableUsersQuery(customerId: string | null, textSearch: string) {
  const query = { page: 0, pageSize: 100, sortProperty: 'email', sortOrder: 'ASC', textSearch } as const
  return queryOptions({
    queryKey: [...userKeys.all, 'assignable', textSearch],
    queryFn: ({ signal }) => callUsers('users', { query, signal }),
    select: ({ data, ...page }: Page<User>) => ({
      ...page,
      data: data.filter((user) => user.authority === 'TENANT_ADMIN' || user.customerId?.id === customerId),
    }),
    placeholderData: keepPreviousData,
  })
}

/** Reads one user, with the time of the last sign-in in `additionalInfo`. */
export function userQuery(userId: string) {
  return queryOptions({
    queryKey: userKeys.one(userId),
    queryFn: ({ signal }) => callUsers('user', { params: { userId }, signal }),
  })
}

/** Creates a user. No mail is sent, because an installation without mail would reject the call. */
export const createUserMutation = mutationOptions({
  mutationFn: (body: UserRequest) => callUsers('saveUser', { query: { sendActivationMail: 'false' }, body }),
  onSuccess: (_user, _body, _result, { client }) => client.invalidateQueries({ queryKey: userKeys.lists }),
})

/** Saves a user. The body is the complete object as it was read, with its version. */
export const updateUserMutation = mutationOptions({
  mutationFn: (body: UserRequest) => callUsers('saveUser', { body }),
  onSuccess: (_user, _body, _result, { client }) => client.invalidateQueries({ queryKey: userKeys.all }),
})

/** Saves the caller's own profile. */
export const saveProfileMutation = mutationOptions({
  mutationFn: (body: UserRequest) => callUsers('saveUser', { query: { sendActivationMail: 'false' }, body }),
  onSuccess: (_user, _body, _result, { client }) => client.invalidateQueries({ queryKey: userKeys.all }),
})

/** Drops the caller's new e-mail address that is not confirmed. */
export const cancelEmailChangeMutation = mutationOptions({
  mutationFn: () => callUsers('cancelEmailChange'),
  onSuccess: (_reply, _nothing, _result, { client }) => client.invalidateQueries({ queryKey: userKeys.all }),
})

/** Confirms the new e-mail address that a user requested. */
export const confirmUserEmailMutation = mutationOptions({
  mutationFn: (userId: string) => callUsers('confirmUserEmail', { params: { userId } }),
  onSuccess: (_user, _id, _result, { client }) => client.invalidateQueries({ queryKey: userKeys.all }),
})

/** Drops the new e-mail address that a user requested. */
export const rejectUserEmailMutation = mutationOptions({
  mutationFn: (userId: string) => callUsers('rejectUserEmail', { params: { userId } }),
  onSuccess: (_reply, _id, _result, { client }) => client.invalidateQueries({ queryKey: userKeys.all }),
})

/** Confirms a new e-mail address with the token of the mailed link, and returns the address. */
export async function confirmEmail(token: string): Promise<string> {
  return (await callUsers('confirmEmail', { body: { token } })).email
}

/** Deletes a user. */
export const deleteUserMutation = mutationOptions({
  mutationFn: (userId: string) => callUsers('deleteUser', { params: { userId } }),
  onSuccess: (_reply, userId, _result, { client }) => {
    client.removeQueries({ queryKey: userKeys.one(userId) })
    return client.invalidateQueries({ queryKey: userKeys.lists })
  },
})

/** Changes the caller's password and returns new tokens. All earlier tokens become invalid. */
export function changePassword(currentPassword: string, newPassword: string) {
  return callUsers('changePassword', { body: { currentPassword, newPassword } })
}

/** Reads the activation link of a user who has never signed in. */
export function fetchActivationLink(userId: string) {
  return callUsers('activationLinkInfo', { params: { userId } })
}

/** Sets a new user's first password. The answer contains tokens of that user, which are discarded. */
export async function activateUser(activateToken: string, password: string): Promise<void> {
  await callUsers('activate', { query: { sendActivationMail: 'true' }, body: { activateToken, password } })
}
