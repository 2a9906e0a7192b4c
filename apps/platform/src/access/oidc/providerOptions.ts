/** Users who get an account at the first sign-in through the provider. */
export const PROVIDER_CREATES = ['never', 'customer', 'everyone'] as const
type ProviderCreates = (typeof PROVIDER_CREATES)[number]

/** The sign-in provider of an installation, such as a city's Keycloak. */
export interface ProviderOptions {
  /** Issuer identifier: an https address, or an http one of this machine. */
  readonly issuer: string
  readonly clientId: string
  /** Undefined: a public client, which only PKCE protects. */
  readonly clientSecret: string | undefined
  /** Name of the provider on the sign-in page and in the audit log. */
  readonly name: string
  /** Scopes to request, with spaces; `openid` is among them. */
  readonly scopes: string
  /** Users for whom accounts are created. `never`: none; `customer`: customer users; `everyone`: administrators too. */
  readonly creates: ProviderCreates
  /** The claim that holds the title of the user's customer, or several texts of which one is a title. */
  readonly customerClaim: string | undefined
  /** The claim that holds the user's roles, and the role of administrators; undefined: roles are not the provider's. */
  readonly administrators: { readonly claim: string; readonly role: string } | undefined
  /** Whether an e-mail address counts as verified although the provider does not say so. */
  readonly trustsEmail: boolean
  /** Longest time from a sign-in through it to the end of the session, milliseconds. */
  readonly sessionLifetimeMs: number
}
