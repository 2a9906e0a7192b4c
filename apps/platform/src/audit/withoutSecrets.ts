/** Members that let somebody in: of credentials, accounts and second factors. */
const SECRETS: ReadonlySet<string> = new Set([
  ...['credentialsId', 'credentialsValue', 'accessToken'],
  ...['password', 'passwordHash', 'currentPassword', 'newPassword'],
  ...['token', 'refreshToken', 'activateToken', 'resetToken'],
  ...['secret', 'authUrl', 'verificationCode', 'recoveryHashes'],
])

/** Members below which people choose the names themselves: what they call a secret there is a value like any other. */
const PEOPLES_OWN: ReadonlySet<string> = new Set([
  ...['attributes', 'timeseries', 'params', 'details', 'additionalInfo', 'deviceData'],
])

/** What stands in a record where a secret was. */
const REDACTED = '******'

/** Returns what a record says with every secret redacted, so that no verb has to think of it. */
export function withoutSecrets(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      if (SECRETS.has(name)) return [name, REDACTED]
      return [name, PEOPLES_OWN.has(name) ? value : redacted(value)]
    }),
  )
}

function redacted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redacted)
  return typeof value === 'object' && value !== null ? withoutSecrets({ ...value }) : value
}
