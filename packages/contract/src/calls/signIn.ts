/** Calls by which users sign in and out. */
import * as z from 'zod/mini'
import {
  ActivateRequest,
  ChangePasswordRequest,
  LoginRequest,
  PasswordPolicy,
  RefreshRequest,
  ResetPasswordRequest,
  TokenPair,
} from '../auth.ts'
import { CeremonyOptions, CeremonyResponse, FactorProvider, SignInReply } from '../secondFactor.ts'
import { User } from '../users.ts'
import { defineFamily } from './call.ts'
import { text } from './parts.ts'

const MailQuery = z.object({ sendActivationMail: text })

export const signInCalls = defineFamily(
  { smallBody: true },
  {
    login: {
      method: 'POST',
      path: '/api/auth/login',
      body: LoginRequest,
      reply: SignInReply,
      credentials: 'inBody',
      oddBody: 'failedSignIn',
      writes: 'session',
      summary: 'Sign in with e-mail and password; with a second factor the reply is a token for the next step',
    },
    refreshToken: {
      method: 'POST',
      path: '/api/auth/token',
      body: RefreshRequest,
      reply: TokenPair,
      credentials: 'inBody',
      oddBody: 'failedSignIn',
      writes: 'session',
      summary: 'Renew a token pair',
    },
    changePassword: {
      method: 'POST',
      path: '/api/auth/changePassword',
      body: ChangePasswordRequest,
      reply: TokenPair,
      summary: "Change the caller's password",
    },
    logout: {
      method: 'POST',
      path: '/api/auth/logout',
      endsSession: true,
      writes: 'session',
      summary: 'End this session',
    },
    currentUser: { method: 'GET', path: '/api/auth/user', reply: User, summary: 'The caller' },
    passwordPolicy: {
      method: 'GET',
      path: '/api/noauth/userPasswordPolicy',
      reply: PasswordPolicy,
      summary: 'Rules for passwords',
    },
    openActivation: {
      method: 'GET',
      path: '/api/noauth/activate',
      query: z.object({ activateToken: z.string() }),
      summary: 'Follow an activation link in a browser',
    },
    activate: {
      method: 'POST',
      path: '/api/noauth/activate',
      query: MailQuery,
      body: ActivateRequest,
      reply: SignInReply,
      credentials: 'inBody',
      summary: "Set a new user's password",
    },
    resetPassword: {
      method: 'POST',
      path: '/api/noauth/resetPassword',
      body: ResetPasswordRequest,
      reply: SignInReply,
      credentials: 'inBody',
      summary: 'Choose a password in place of one that was printed or handed over',
    },
    signInProviders: {
      method: 'GET',
      path: '/api/auth/2fa/providers',
      reply: z.array(FactorProvider),
      summary: 'Second factors that can finish this sign-in',
    },
    sendVerificationCode: {
      method: 'POST',
      path: '/api/auth/2fa/verification/send',
      query: z.object({ providerType: z.string() }),
      summary: 'Ask for a code to be sent; authenticator apps need none',
    },
    checkVerificationCode: {
      method: 'POST',
      path: '/api/auth/2fa/verification/check',
      query: z.object({ providerType: z.string(), verificationCode: z.string() }),
      reply: TokenPair,
      writes: 'session',
      summary: 'Finish a sign-in with a code',
    },
    passkeyChallenge: {
      method: 'POST',
      path: '/api/auth/2fa/passkey/options',
      reply: CeremonyOptions,
      summary: 'What a browser needs to finish a sign-in with a passkey',
    },
    checkPasskey: {
      method: 'POST',
      path: '/api/auth/2fa/passkey/check',
      body: CeremonyResponse,
      reply: TokenPair,
      writes: 'session',
      summary: 'Finish a sign-in with a passkey',
    },
    finishFactorSetup: {
      method: 'POST',
      path: '/api/auth/2fa/login',
      reply: TokenPair,
      writes: 'session',
      summary: 'Finish a sign-in in which a second factor had to be set up',
    },
  },
)
