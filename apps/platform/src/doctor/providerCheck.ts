import { CALLBACK_PATH } from '@greenwave/contract/wire/providerSignIn'
import type { Finding } from '@greenwave/client/doctor/finding'
import { createProvider } from '../access/oidc/provider.ts'
import type { ProviderOptions } from '../access/oidc/providerOptions.ts'

const CHECK = 'sign-in provider'

/**
 * Asks the sign-in provider for its metadata, as a sign-in does. Whether it knows this client shows only when a user
 * signs in.
 */
export async function checkProvider(options: ProviderOptions, publicUrl: string | undefined): Promise<Finding> {
  try {
    const issuer = await createProvider(options, Date.now).lookUp()
    const callback = `${publicUrl ?? "the console's address"}${CALLBACK_PATH}`
    const says = `${issuer} answers; it must know ${callback} as redirect address of ${options.clientId}`
    return { check: CHECK, level: 'ok', says }
  } catch (error) {
    const says = `users cannot sign in through ${options.issuer}: ${error instanceof Error ? error.message : String(error)}`
    const fix = 'See that this machine reaches it, and that GREENWAVE_OIDC_ISSUER is the issuer that it states itself'
    return { check: CHECK, level: 'error', says, fix }
  }
}
