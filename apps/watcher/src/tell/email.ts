/** Messages by e-mail. */

import type { MailServer } from '@greenwave/client/program/mailServer'
import { createMailTransport } from '@greenwave/client/program/mailTransport'
import type { SendProblem } from '@greenwave/contract/records/notifyRecords'
import { type Channel, SendFailure } from './channel.ts'

/** Longest answer of a server that is kept, characters. */
const LONGEST_DETAIL = 200

/** Creates the channel that sends through a mail server, from a sender such as `Greenwave <tells@city.example>`. */
export function emailChannel(server: MailServer, from: string): Channel {
  const transport = createMailTransport(server, from)
  return {
    async send({ email }, { subject, text, html, push }) {
      try {
        await transport.send({ to: email, subject, text, html, ...(push.urgent && { priority: 'high' }) })
        return { gone: [] }
      } catch (error) {
        throw failureOf(error, server.password)
      }
    },
    close: () => transport.close(),
  }
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
  const reply = 'response' in error && typeof error.response === 'string' ? error.response : error.message
  const plain = (password === '' ? reply : reply.replaceAll(password, '…')).slice(0, LONGEST_DETAIL)
  const problem = PROBLEMS[code] ?? 'other'
  return new SendFailure(isTls && problem === 'unreachable' ? 'tls' : problem, plain)
}
