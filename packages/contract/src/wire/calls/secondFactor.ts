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
    },
    factorSettings: {
      method: 'GET',
      path: '/api/2fa/account/settings',
      reply: FactorSettings,
      duringFactorSetup: true,
    },
    proveIdentity: {
      method: 'POST',
      path: '/api/2fa/account/confirm',
      body: ProofRequest,
    },
    generateFactor: {
      method: 'POST',
      path: '/api/2fa/account/config/generate',
      query: z.object({ providerType: z.string() }),
      reply: TotpConfig,
      duringFactorSetup: true,
    },
    submitFactor: {
      method: 'POST',
      path: '/api/2fa/account/config/submit',
      body: TotpConfig,
      duringFactorSetup: true,
    },
    saveFactor: {
      method: 'POST',
      path: '/api/2fa/account/config',
      query: z.object({ verificationCode: text }),
      body: TotpConfig,
      reply: SavedFactor,
      duringFactorSetup: true,
    },
    deleteFactor: {
      method: 'DELETE',
      path: '/api/2fa/account/config',
      query: z.object({ providerType: z.string() }),
      reply: FactorSettings,
    },
    newRecoveryCodes: {
      method: 'POST',
      path: '/api/2fa/account/recoveryCodes',
      reply: z.object({ codes: z.array(z.string()) }),
      duringFactorSetup: true,
    },
    newPasskeyOptions: {
      method: 'POST',
      path: '/api/2fa/account/passkeys/options',
      reply: CeremonyOptions,
      duringFactorSetup: true,
    },
    addPasskey: {
      method: 'POST',
      path: '/api/2fa/account/passkeys',
      body: z.object({ name: z.string(), response: CeremonyResponse }),
      reply: FactorSettings,
      duringFactorSetup: true,
    },
    deletePasskey: {
      method: 'DELETE',
      path: '/api/2fa/account/passkeys/:passkeyId',
      params: z.object({ passkeyId: z.string() }),
      reply: FactorSettings,
    },
    userFactors: {
      method: 'GET',
      path: '/api/2fa/user/:userId',
      params: userId,
      reply: z.object({ configured: z.boolean() }),
    },
    deleteUserFactors: {
      method: 'DELETE',
      path: '/api/2fa/user/:userId',
      params: userId,
    },
  },
)
