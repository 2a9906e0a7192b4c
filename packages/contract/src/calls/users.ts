/** Calls about users. */
import * as z from 'zod/mini'
import { ActivationLinkInfo, TokenPair } from '../auth.ts'
import { PageQuery, pageOf } from '../page.ts'
import { User, UserEmailInfo, UserRequest } from '../users.ts'
import { defineCalls } from './call.ts'
import { customerId, text, userId } from './parts.ts'

const MailQuery = z.object({ sendActivationMail: text })

export const userCalls = defineCalls({
  user: { method: 'GET', path: '/api/user/:userId', params: userId, reply: User, summary: 'One user' },
  saveUser: {
    method: 'POST',
    path: '/api/user',
    query: MailQuery,
    body: UserRequest,
    reply: User,
    versioned: true,
    summary: 'Create or update a user',
  },
  deleteUser: { method: 'DELETE', path: '/api/user/:userId', params: userId, summary: 'Delete a user' },
  userToken: {
    method: 'GET',
    path: '/api/user/:userId/token',
    params: userId,
    reply: TokenPair,
    summary: 'Sign in as a customer user',
  },
  userTokenAccessEnabled: {
    method: 'GET',
    path: '/api/user/tokenAccessEnabled',
    reply: z.boolean(),
    summary: 'Whether signing in as another user is allowed',
  },
  activationLinkInfo: {
    method: 'GET',
    path: '/api/user/:userId/activationLinkInfo',
    params: userId,
    reply: ActivationLinkInfo,
    summary: "A user's activation link and its life",
  },
  activationLink: {
    method: 'GET',
    path: '/api/user/:userId/activationLink',
    params: userId,
    reply: z.string(),
    summary: "A user's activation link as text",
  },
  setUserCredentialsEnabled: {
    method: 'POST',
    path: '/api/user/:userId/userCredentialsEnabled',
    params: userId,
    query: z.object({ userCredentialsEnabled: text }),
    summary: 'Enable or disable an account',
  },
  userInfos: {
    method: 'GET',
    path: '/api/users/info',
    query: PageQuery,
    reply: pageOf(UserEmailInfo),
    summary: 'Users in reach, in short',
  },
  users: { method: 'GET', path: '/api/users', query: PageQuery, reply: pageOf(User), summary: 'Users in reach' },
  customerUsers: {
    method: 'GET',
    path: '/api/customer/:customerId/users',
    params: customerId,
    query: PageQuery,
    reply: pageOf(User),
    summary: 'Users of a customer',
  },
})
