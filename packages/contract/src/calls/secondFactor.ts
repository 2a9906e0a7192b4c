/** Calls about second factors: the caller's own, and those of users who lost theirs. */
import * as z from 'zod/mini'
import {
  CeremonyOptions,
  CeremonyResponse,
  FactorSettings,
  ProofRequest,
  SavedFactor,
  TotpConfig,
} from '../secondFactor.ts'
import { defineFamily } from './call.ts'
import { text, userId } from './parts.ts'

export const secondFactorCalls = defineFamily(
  { smallBody: true },
  {
    factorProviders: {
      method: 'GET',
      path: '/api/2fa/providers',
      reply: z.array(z.string()),
      duringFactorSetup: true,
      summary: 'Second factors that can be set up',
    },
    factorSettings: {
      method: 'GET',
      path: '/api/2fa/account/settings',
      reply: FactorSettings,
      duringFactorSetup: true,
      summary: "The caller's second factors",
    },
    proveIdentity: {
      method: 'POST',
      path: '/api/2fa/account/confirm',
      body: ProofRequest,
      summary: 'Prove the identity of the caller, who can then change second factors for ten minutes',
    },
    generateFactor: {
      method: 'POST',
      path: '/api/2fa/account/config/generate',
      query: z.object({ providerType: z.string() }),
      reply: TotpConfig,
      duringFactorSetup: true,
      summary: 'A new secret for an authenticator app',
    },
    submitFactor: {
      method: 'POST',
      path: '/api/2fa/account/config/submit',
      body: TotpConfig,
      duringFactorSetup: true,
      summary: 'Ask for the code that sets up a second factor; authenticator apps need none',
    },
    saveFactor: {
      method: 'POST',
      path: '/api/2fa/account/config',
      query: z.object({ verificationCode: text }),
      body: TotpConfig,
      reply: SavedFactor,
      duringFactorSetup: true,
      summary: 'Set up an authenticator app with its first code',
    },
    deleteFactor: {
      method: 'DELETE',
      path: '/api/2fa/account/config',
      query: z.object({ providerType: z.string() }),
      reply: FactorSettings,
      summary: 'Remove the authenticator app',
    },
    newRecoveryCodes: {
      method: 'POST',
      path: '/api/2fa/account/recoveryCodes',
      reply: z.object({ codes: z.array(z.string()) }),
      duringFactorSetup: true,
      summary: 'New recovery codes in place of all older ones',
    },
    newPasskeyOptions: {
      method: 'POST',
      path: '/api/2fa/account/passkeys/options',
      reply: CeremonyOptions,
      duringFactorSetup: true,
      summary: 'What a browser needs to make a passkey',
    },
    addPasskey: {
      method: 'POST',
      path: '/api/2fa/account/passkeys',
      body: z.object({ name: z.string(), response: CeremonyResponse }),
      reply: FactorSettings,
      duringFactorSetup: true,
      summary: 'Add a passkey',
    },
    deletePasskey: {
      method: 'DELETE',
      path: '/api/2fa/account/passkeys/:passkeyId',
      params: z.object({ passkeyId: z.string() }),
      reply: FactorSettings,
      summary: 'Remove a passkey',
    },
    userFactors: {
      method: 'GET',
      path: '/api/2fa/user/:userId',
      params: userId,
      reply: z.object({ configured: z.boolean() }),
      summary: 'Whether a user has a second factor',
    },
    deleteUserFactors: {
      method: 'DELETE',
      path: '/api/2fa/user/:userId',
      params: userId,
      summary: 'Remove the second factors of a customer user who lost them',
    },
  },
)
