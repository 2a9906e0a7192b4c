/** Messages by e-mail. */
import { createTransport } from 'nodemailer'
import type { SendProblem } from '@greenwave/contract/notifyRecords'
import { type Channel, SendFailure } from './channel.ts'

/** The mail server of the installation. */
export interface MailServer {
  readonly host: string
  readonly port: number
  /** Whether TLS begins with the connection (`smtps:`), or may follow (STARTTLS). */
  readonly isTls: boolean
  readonly user: string
  readonly password: string
}

const SMTP_PORT = 587
const SMTPS_PORT = 465
/** Together less than the right to send lasts, milliseconds. */
const CONNECT_WITHIN_MS = 5_000
const ANSWER_WITHIN_MS = 8_000
/** Longest answer of a server that is kept, characters. */
const LONGEST_DETAIL = 200

/** Returns the mail server that an address such as `smtps://user:password@mail.example:465` names, or undefined. */
export function parseMailServer(address: string): MailServer | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname || !/^\/?$/.test(url.pathname)) return undefined
  const isTls = url.protocol === 'smtps:'
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port ? Number(url.port) : isTls ? SMTPS_PORT : SMTP_PORT,
    isTls,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  }
}

/** Returns the channel that sends through a mail server, from an address such as `Greenwave <tells@city.example>`. */
export function emailChannel({ host, port, isTls, user, password }: MailServer, from: string): Channel {
  const transport = createTransport({
    ...{ host, port, secure: isTls },
    // An account is never sent in the clear, except to this machine.
    requireTLS: !isTls && user !== '' && !isLoopback(host),
    ...(user && { auth: { user, pass: password } }),
    ...{ connectionTimeout: CONNECT_WITHIN_MS, greetingTimeout: CONNECT_WITHIN_MS, socketTimeout: ANSWER_WITHIN_MS },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  })
  return {
    async send({ email }, { subject, text, html, push }) {
      try {
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
    close: () => transport.close(),
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
