/** Mails through the mail server of an installation. */
import type { SendMailOptions, Transporter } from 'nodemailer'
import type { MailServer } from './mailServer.ts'

/**
 * How long a server may be silent, milliseconds. Together less than the time between the end of the right to begin a
 * message and the beginning of another watcher's.
 */
const LIMITS = { dnsTimeout: 3_000, connectionTimeout: 4_000, greetingTimeout: 5_000, socketTimeout: 7_000 } as const

/** A mail to one address. */
interface Mail extends Pick<SendMailOptions, 'subject' | 'text' | 'html' | 'priority'> {
  readonly to: string
}

/** Sends mails; rejects with the errors of nodemailer. */
export interface MailTransport {
  send(mail: Mail): Promise<void>
  close(): void
}

/** Creates the transport to a mail server, for mails from a sender such as `Greenwave <signals@city.example>`. */
export function createMailTransport({ host, port, isTls, user, password }: MailServer, from: string): MailTransport {
  let opened: Promise<Transporter> | undefined
  // Loaded for the first mail: most programs send none for days, and it takes as much memory as a thousand junctions.
  const open = async (): Promise<Transporter> =>
    (await import('nodemailer')).createTransport({
      ...{ host, port, secure: isTls },
      // An account is never sent in the clear, except to this machine.
      requireTLS: !isTls && user !== '' && !isLoopback(host),
      ...(user && { auth: { user, pass: password } }),
      ...LIMITS,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  return {
    async send({ to, ...mail }) {
      opened ??= open()
      const transport = await opened
      const headers = { 'Auto-Submitted': 'auto-generated' }
      await transport.sendMail({ ...mail, from, to: { name: '', address: to }, headers })
    },
    // A failure to open was reported by `send`.
    close: () => void opened?.then((transport) => transport.close()).catch(() => {}),
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host)
}
