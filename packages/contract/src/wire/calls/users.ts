/** Calls about users. */
import * as z from 'zod/mini'
import { ActivationLinkInfo, TokenPair } from '../auth.ts'
import { PageQuery, pageOf } from '../page.ts'
import { ConfirmEmailRequest, ConfirmedEmail, User, UserEmailInfo, UserRequest } from '../users.ts'
import { defineCalls } from './call.ts'
import { customerId, text, userId } from './parts.ts'

const MailQuery = z.object({ sendActivationMail: text })

export const userCalls = defineCalls({
  user: { method: 'GET', path: '/api/user/:userId', params: userId, reply: User },
  saveUser: {
    method: 'POST',
    path: '/api/user',
    query: MailQuery,
    body: UserRequest,
    reply: User,
    versioned: true,
  },
  deleteUser: { method: 'DELETE', path: '/api/user/:userId', params: userId },
  userToken: {
    method: 'GET',
    path: '/api/user/:userId/token',
    params: userId,
    reply: TokenPair,
  },
  userTokenAccessEnabled: {
    method: 'GET',
    path: '/api/user/tokenAccessEnabled',
    reply: z.boolean(),
  },
  activationLinkInfo: {
    method: 'GET',
    path: '/api/user/:userId/activationLinkInfo',
    params: userId,
    reply: ActivationLinkInfo,
  },
  activationLink: {
    method: 'GET',
    path: '/api/user/:userId/activationLink',
    params: userId,
    reply: z.string(),
  },
  setUserCredentialsEnabled: {
    method: 'POST',
    path: '/api/user/:userId/userCredentialsEnabled',
    params: userId,
    query: z.object({ userCredentialsEnabled: text }),
  },
  confirmEmail: {
    method: 'POST',
    path: '/api/noauth/greenwave/email',
    body: ConfirmEmailRequest,
    reply: ConfirmedEmail,
    credentials: 'inBody',
    smallBody: true,
  },
  cancelEmailChange: { method: 'DELETE', path: '/api/greenwave/email' },
  confirmUserEmail: { method: 'POST', path: '/api/greenwave/user/:userId/email', params: userId, reply: User },
  rejectUserEmail: { method: 'DELETE', path: '/api/greenwave/user/:userId/email', params: userId },
  userInfos: {
    method: 'GET',
    path: '/api/users/info',
    query: PageQuery,
    reply: pageOf(UserEmailInfo),
  },
  users: { method: 'GET', path: '/api/users', query: PageQuery, reply: pageOf(User) },
  customerUsers: {
    method: 'GET',
    path: '/api/customer/:customerId/users',
    params: customerId,
    query: PageQuery,
    reply: pageOf(User),
  },
})
