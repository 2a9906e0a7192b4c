import { EMAIL_ADDRESS, TEXT_LIMIT } from '@greenwave/contract/wire/fields'
import { isMalformedText } from '../../data/values/valueTyping.ts'
import type { ProviderOptions } from './providerOptions.ts'

/** Claims about a person, as a provider states them. */
export type Claims = Readonly<Record<string, unknown>>

/** Facts about a person that the provider proved. */
export interface ProvedPerson {
  /** The provider's own name of the person, which never changes. */
  readonly subject: string
  /** The person's session there; empty if it has no name, or too long a one. */
  readonly session: string
  /** Undefined: there is none that counts as verified. */
  readonly email: string | undefined
  readonly firstName: string | null
  readonly lastName: string | null
  /** Undefined: roles are not the provider's. */
  readonly isAdministrator: boolean | undefined
  /** Texts of which one should be a customer's title; undefined: customers are not the provider's. */
  readonly customers: readonly string[] | undefined
}

/** Most texts of one claim that are looked at; groups of a large directory can be thousands. */
const MAX_TEXTS = 500

/**
 * Returns the claim of a name. A name with dots is that of a member within others (`realm_access.roles`), unless the
 * whole is a name itself, as some providers have addresses for names.
 */
function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let value: unknown = claims
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = Reflect.get(value, part)
  }
  return value
}

/** Returns the texts of a claim that is one text or a list. */
function textsOf(claim: unknown): readonly string[] {
  const all: readonly unknown[] = Array.isArray(claim) ? claim.slice(0, MAX_TEXTS) : [claim]
  return all.filter((one): one is string => typeof one === 'string' && one !== '')
}

const textOf = (claim: unknown): string => (typeof claim === 'string' ? claim : '')

function nameOf(claim: unknown): string | null {
  const name = textOf(claim).trim()
  return name === '' || name.length > TEXT_LIMIT || name.includes('\0') || isMalformedText(name) ? null : name
}

/** Returns whether claims lack a member that the options need, so that userinfo must be requested. */
export function isWanting(claims: Claims, { customerClaim, administrators }: ProviderOptions): boolean {
  const wanted = ['email', 'email_verified', customerClaim, administrators?.claim]
  return wanted.some((name) => name !== undefined && claimOf(claims, name) === undefined)
}

const saysUnverified = ({ email_verified }: Claims): boolean => email_verified === false || email_verified === 'false'

/**
 * Returns the claims of an identity with those of a userinfo that it lacks. An address and the claim about it have
 * one source; that an address is not verified is believed from either.
 */
export function joinedClaims(identity: Claims, more: Claims): Claims {
  const sources = [identity, more]
  const { email, email_verified } =
    sources.find((one) => one.email !== undefined && one.email_verified !== undefined) ??
    sources.find((one) => one.email !== undefined) ??
    identity
  return { ...more, ...identity, email, email_verified: sources.some(saysUnverified) ? false : email_verified }
}

/** Reads a person from claims, by the options of the installation. */
export function provedPerson(claims: Claims, options: ProviderOptions): ProvedPerson {
  const { customerClaim, administrators, trustsEmail } = options
  const email = textOf(claims.email)
  const session = textOf(claims.sid)
  // Some providers say it in a text.
  const isVerified = claims.email_verified === true || claims.email_verified === 'true'
  // Whoever says that an address is not verified is believed, whatever the options say.
  const counts = isVerified || (trustsEmail && claims.email_verified === undefined)
  return {
    subject: textOf(claims.sub),
    session: session.length <= TEXT_LIMIT ? session : '',
    email: counts && email.length <= TEXT_LIMIT && EMAIL_ADDRESS.test(email) ? email : undefined,
    firstName: nameOf(claims.given_name),
    lastName: nameOf(claims.family_name),
    isAdministrator: administrators && textsOf(claimOf(claims, administrators.claim)).includes(administrators.role),
    customers: customerClaim === undefined ? undefined : textsOf(claimOf(claims, customerClaim)),
  }
}
