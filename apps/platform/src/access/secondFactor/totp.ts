import { Secret, TOTP, URI } from 'otpauth'

/** RFC 6238 as every authenticator app reads it: SHA-1, six digits, 30 seconds. */
const SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Steps before and after the platform's own that count too: a phone's clock, and the time that typing takes. */
const WINDOW = 1
/** 160 bits, what RFC 4226 recommends. */
const SECRET_BYTES = 20

/** Returns a new secret, base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** Returns the address that an authenticator app reads from a QR code. */
export function totpUrl(secret: string, issuer: string, account: string): string {
  return new TOTP({ ...SHAPE, issuer, label: account, secret: Secret.fromBase32(secret) }).toString()
}

/** Returns the secret in such an address, base32; undefined for an address of another kind. */
export function secretOfUrl(url: string): string | undefined {
  try {
    const parsed = URI.parse(url)
    return parsed instanceof TOTP ? parsed.secret.base32 : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns the time step that a code belongs to, counted from 1970; undefined for a wrong code, and for one of the step `lastStep` or
 * an earlier one, so that each code serves once. Spaces in the code do not count.
 */
export function findTotpStep(secret: string, code: string, nowMs: number, lastStep: number): number | undefined {
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const delta = TOTP.validate({
    ...SHAPE,
    token,
    secret: Secret.fromBase32(secret),
    timestamp: nowMs,
    window: WINDOW,
  })
  if (delta === null) return undefined
  const present = TOTP.counter({ period: SHAPE.period, timestamp: nowMs })
  const step = present + delta
  // A last step in the future means that the clock was set back: it would refuse every code until then.
  const isUsed = step <= lastStep && lastStep <= present + WINDOW
  return isUsed ? undefined : step
}
