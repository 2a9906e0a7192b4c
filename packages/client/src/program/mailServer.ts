/** The settings of e-mail, as every program reads them. */

/** The mail server of an installation. */
export interface MailServer {
  readonly host: string
  readonly port: number
  /** Whether TLS begins with the connection (`smtps:`), or may follow (STARTTLS). */
  readonly isTls: boolean
  readonly user: string
  readonly password: string
}

/** How a mail server is written; for messages about one that is not. */
export const MAIL_SERVER_FORM =
  'give an address such as smtps://user:password@mail.example:465, with %40 for @, %2F for /, %23 for #, %25 for % in the password'

const SMTP_PORT = 587
const SMTPS_PORT = 465

/** Returns the mail server that an address such as `smtps://user:password@mail.example:465` names, or undefined. */
export function parseMailServer(address: string): MailServer | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname || !/^\/?$/.test(url.pathname)) return undefined
  // A password with a `?` or `#` of its own ends the address there.
  if (address.includes('?') || address.includes('#')) return undefined
  const [user, password] = [decoded(url.username), decoded(url.password)]
  if (user === undefined || password === undefined) return undefined
  const isTls = url.protocol === 'smtps:'
  const port = url.port ? Number(url.port) : isTls ? SMTPS_PORT : SMTP_PORT
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port, isTls, user, password }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** How a sender is written; for messages about one that is not. */
export const SENDER_FORM = 'give an e-mail address, such as tells@city.example or Greenwave <tells@city.example>'

const SENDER = /^(?:[^<>\r\n]*<([^\s<>@]+@[^\s<>@]+\.[^\s<>@]{2,})>|([^\s<>@]+@[^\s<>@]+\.[^\s<>@]{2,}))$/

/** Returns the address of a sender such as `Greenwave <tells@city.example>`; undefined for what is none. */
export function senderAddress(sender: string): string | undefined {
  const [, named, plain] = SENDER.exec(sender) ?? []
  return named ?? plain
}
