/** Messages by e-mail. */
import type { SendProblem } from '@greenwave/contract/notifyRecords'
import type { MailServer } from '@greenwave/client/program/mailServer'
import type { Transporter } from 'nodemailer'
import { type Channel, SendFailure } from './channel.ts'

/**
 * How long a server may be silent, milliseconds. Together less than the time between the end of the right to begin a
 * message and the beginning of another watcher's.
 */
const LIMITS = { dnsTimeout: 3_000, connectionTimeout: 4_000, greetingTimeout: 5_000, socketTimeout: 7_000 } as const
/** Longest answer of a server that is kept, characters. */
const LONGEST_DETAIL = 200

/** Returns the channel that sends through a mail server, from a sender such as `Greenwave <tells@city.example>`. */
export function emailChannel({ host, port, isTls, user, password }: MailServer, from: string): Channel {
  let opened: Promise<Transporter> | undefined
  // Loaded for the first message: most watchers send none for days, and it takes as much memory as a thousand junctions.
  const open = async (): Promise<Transporter> =>
    (await import('nodemailer')).createTransport({
      ...{ host, port, secure: isTls },
      // An account is never sent in the clear, except to this machine.
      requireTLS: !isTls && user !== '' && !isLoopback(host),
      ...(user && { auth: { user, pass: password } }),
      ...LIMITS,
      ...{ disableFileAccess: true, disableUrlAccess: true },
    })
  return {
    async send({ email }, { subject, text, html, push }) {
      try {
        opened ??= open()
        const transport = await opened
        await transport.sendMail({
          ...{ from, to: { name: '', address: email }, subject, text, html },
          headers: { 'Auto-Submitted': 'auto-generated' },
          ...(push.urgent && { priority: 'high' }),
        })
        return { gone: [] }
      } catch (error) {
        throw failureOf(error, password)
      }
    },
    // A failure to open was told to whoever sent.
    close: () => void opened?.then((transport) => transport.close()).catch(() => {}),
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host)
}

const PROBLEMS: Readonly<Record<string, SendProblem>> = {
  ...{ EAUTH: 'login', ENOAUTH: 'login', EOAUTH2: 'login', ETLS: 'tls', EREQUIRETLS: 'tls', EENVELOPE: 'recipient' },
  ...{ EMESSAGE: 'refused', ESTREAM: 'refused', EPROTOCOL: 'refused' },
  ...{ ECONNECTION: 'unreachable', ETIMEDOUT: 'unreachable', ESOCKET: 'unreachable', EDNS: 'unreachable' },
}

function failureOf(error: unknown, password: string): SendFailure {
  if (!(error instanceof Error)) return new SendFailure('other', String(error))
  const code = 'code' in error ? String(error.code) : ''
  const isTls = /certificate|self-signed|wrong version number|tls/i.test(error.message)
  const said = 'response' in error && typeof error.response === 'string' ? error.response : error.message
  const plain = (password === '' ? said : said.replaceAll(password, '…')).slice(0, LONGEST_DETAIL)
  const problem = PROBLEMS[code] ?? 'other'
  return new SendFailure(isTls && problem === 'unreachable' ? 'tls' : problem, plain)
}
