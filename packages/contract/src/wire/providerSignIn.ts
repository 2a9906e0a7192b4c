/** @file Sign-in through a provider outside the platform, in the forms of ThingsBoard's OAuth2. */
import * as z from 'zod/mini'
import { nothing, textOrEmpty, tolerantRow, tolerantRows } from './tolerant.ts'

/** A way to sign in besides account and password. A browser that opens `url` begins it. */
export const SignInClient = tolerantRow(
  'a sign-in client',
  z.looseObject({ name: z.string(), icon: z.nullish(z.string()), url: z.string() }),
  { name: textOrEmpty, icon: nothing },
)
export type SignInClient = z.infer<typeof SignInClient>
export const SignInClients = tolerantRows('list', z.array(SignInClient), SignInClient)

/** Beginning of the paths that begin a sign-in; the name of the client follows. */
export const AUTHORIZATION_PATH = '/oauth2/authorization/'
/** The path to which the provider sends the browser back. */
export const CALLBACK_PATH = '/login/oauth2/code/'
/** Beginnings of all paths of a sign-in that are outside `/api`; a console in front passes them on. */
export const PROVIDER_SIGN_IN_PATHS = ['/oauth2', '/login/oauth2'] as const
/** The path to which the provider itself reports that a session has ended there. */
export const BACKCHANNEL_LOGOUT_PATH = '/oauth2/backchannel-logout'

/**
 * Why the embedded platform refused a sign-in through the provider, as `loginError` says it. ThingsBoard says it in a
 * text of its own.
 */
export const PROVIDER_REFUSALS = [
  'providerDown',
  'refusedThere',
  'interrupted',
  'busy',
  'emailNotVerified',
  'noAccount',
  'noCustomer',
  'notAsHere',
  'otherPerson',
  'disabled',
  'failed',
] as const
export type ProviderRefusalReason = (typeof PROVIDER_REFUSALS)[number]
