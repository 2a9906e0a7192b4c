import type { PageRequest } from '@greenwave/contract/page'
import type { UserRequest } from '@greenwave/contract/users'
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { callApi } from '../api.ts'

const userKeys = {
  all: ['users'] as const,
  lists: ['users', 'list'] as const,
  one: (userId: string) => ['users', 'one', userId] as const,
}

/** One page of a customer's users. */
export function customerUsersQuery(customerId: string, request: PageRequest) {
  return queryOptions({
    queryKey: [...userKeys.lists, customerId, request],
    queryFn: ({ signal }) => callApi('customerUsers', { params: { customerId }, query: request, signal }),
    placeholderData: keepPreviousData,
  })
}

/** One user, with the time of the last sign-in in `additionalInfo`. */
export function userQuery(userId: string) {
  return queryOptions({
    queryKey: userKeys.one(userId),
    queryFn: ({ signal }) => callApi('user', { params: { userId }, signal }),
  })
}

/** Creates a user. No mail is sent: an installation need not have any mail set up, and the call would then fail. */
export const createUserMutation = mutationOptions({
  mutationFn: (body: UserRequest) => callApi('saveUser', { query: { sendActivationMail: 'false' }, body }),
  onSuccess: (_user, _body, _result, { client }) => client.invalidateQueries({ queryKey: userKeys.lists }),
})

/** Saves a user: the whole object as it was read, with its version. */
export const updateUserMutation = mutationOptions({
  mutationFn: (body: UserRequest) => callApi('saveUser', { body }),
  onSuccess: (_user, _body, _result, { client }) => client.invalidateQueries({ queryKey: userKeys.all }),
})

/** Saves the caller's own profile. */
export const saveProfileMutation = mutationOptions({
  mutationFn: (body: UserRequest) => callApi('saveUser', { query: { sendActivationMail: 'false' }, body }),
  onSuccess: (_user, _body, _result, { client }) => client.invalidateQueries({ queryKey: userKeys.all }),
})

export const deleteUserMutation = mutationOptions({
  mutationFn: (userId: string) => callApi('deleteUser', { params: { userId } }),
  onSuccess: (_reply, userId, _result, { client }) => {
    client.removeQueries({ queryKey: userKeys.one(userId) })
    return client.invalidateQueries({ queryKey: userKeys.lists })
  },
})

/** Changes the caller's password and answers the new tokens; all earlier ones are void from then on. */
export function changePassword(currentPassword: string, newPassword: string) {
  return callApi('changePassword', { body: { currentPassword, newPassword } })
}

/** The activation link of a user who has never signed in. */
export function fetchActivationLink(userId: string) {
  return callApi('activationLinkInfo', { params: { userId } })
}

/** Sets a new user's first password. The tokens that this answers are that user's, and are dropped. */
export async function activateUser(activateToken: string, password: string): Promise<void> {
  await callApi('activate', { query: { sendActivationMail: 'true' }, body: { activateToken, password } })
}
