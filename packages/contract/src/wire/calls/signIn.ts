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
import { SignInClients } from '../providerSignIn.ts'
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
    },
    refreshToken: {
      method: 'POST',
      path: '/api/auth/token',
      body: RefreshRequest,
      reply: TokenPair,
      credentials: 'inBody',
      oddBody: 'failedSignIn',
      writes: 'session',
    },
    changePassword: {
      method: 'POST',
      path: '/api/auth/changePassword',
      body: ChangePasswordRequest,
      reply: TokenPair,
    },
    logout: {
      method: 'POST',
      path: '/api/auth/logout',
      endsSession: true,
      writes: 'session',
    },
    currentUser: { method: 'GET', path: '/api/auth/user', reply: User },
    passwordPolicy: {
      method: 'GET',
      path: '/api/noauth/userPasswordPolicy',
      reply: PasswordPolicy,
    },
    signInClients: {
      method: 'POST',
      path: '/api/noauth/oauth2Clients',
      query: z.object({ pkgName: text, platform: text }),
      reply: SignInClients,
      writes: 'nothing',
    },
    openActivation: {
      method: 'GET',
      path: '/api/noauth/activate',
      query: z.object({ activateToken: z.string() }),
      redirects: true,
    },
    activate: {
      method: 'POST',
      path: '/api/noauth/activate',
      query: MailQuery,
      body: ActivateRequest,
      reply: SignInReply,
      credentials: 'inBody',
    },
    resetPassword: {
      method: 'POST',
      path: '/api/noauth/resetPassword',
      body: ResetPasswordRequest,
      reply: SignInReply,
      credentials: 'inBody',
    },
    signInProviders: {
      method: 'GET',
      path: '/api/auth/2fa/providers',
      reply: z.array(FactorProvider),
      signInStep: 'PRE_VERIFICATION_TOKEN',
    },
    sendVerificationCode: {
      method: 'POST',
      path: '/api/auth/2fa/verification/send',
      query: z.object({ providerType: z.string() }),
      signInStep: 'PRE_VERIFICATION_TOKEN',
    },
    checkVerificationCode: {
      method: 'POST',
      path: '/api/auth/2fa/verification/check',
      query: z.object({ providerType: z.string(), verificationCode: z.string() }),
      reply: TokenPair,
      writes: 'session',
      signInStep: 'PRE_VERIFICATION_TOKEN',
    },
    passkeyChallenge: {
      method: 'POST',
      path: '/api/auth/2fa/passkey/options',
      reply: CeremonyOptions,
      signInStep: 'PRE_VERIFICATION_TOKEN',
    },
    checkPasskey: {
      method: 'POST',
      path: '/api/auth/2fa/passkey/check',
      body: CeremonyResponse,
      reply: TokenPair,
      writes: 'session',
      signInStep: 'PRE_VERIFICATION_TOKEN',
    },
    finishFactorSetup: {
      method: 'POST',
      path: '/api/auth/2fa/login',
      reply: TokenPair,
      writes: 'session',
      signInStep: 'MFA_CONFIGURATION_TOKEN',
    },
  },
)
